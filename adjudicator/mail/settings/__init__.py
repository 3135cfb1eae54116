"""desk.toml, and what players set for themselves.

desk_toml  who the referee is and how they keep a desk; every fault of the file at once
servers    [in] and [out]: where mail comes from and goes
keeping    [store]: the database that keeps a club's desk; `database` opens it
secret     the password or the token for a server; never shown
clock      deadlines in the time of the player who reads them
wishes     lines of a sheet that are for the desk: `pictures turn`, proposals and answers to them
In: a file or a line. Out: values. Imports the reading of addresses, and the store which it opens.
"""
