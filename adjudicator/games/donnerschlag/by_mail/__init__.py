"""What play by mail needs of Donnerschlag beside its rules; only the record imports it.

Standing orders, who sees what, positions to rehearse, and what must hold in every position.
"""
