"""What play by mail needs of Königsberg '45 beside its rules; only the record imports it.

standing    standing orders                     view        what one player may know
ahead       orders that wait for their question rehearsed   positions to rehearse
invariants  what must hold in every position
"""
