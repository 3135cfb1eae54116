"""What play by mail needs of Berlin: Red Vengeance beside its rules; only the record imports it.

view        what one side may know
rosters     the rosters of a side, as its owner keeps them on paper
corrected   legal orders that are offered for a refused one
rehearsed   positions to rehearse
invariants  what must hold in every position
"""
