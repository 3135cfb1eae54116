"""Names that every VASSAL 3.7 knows: the images it brings along, and the traits a piece can have."""

from __future__ import annotations

_IMAGES = """
black.jpg camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif disconnect.gif Edit16.gif
getMessages.gif globe_selected.gif globe_unselected.gif Help16.gif inventory.gif keyCommand.gif lockedRoom.gif
map.gif moved.gif notes.gif overview.gif postMessage.gif recenter.gif Save16.gif SaveAs16.gif Splash.gif
Splash.png status.gif StepForward16.gif thread.gif Undo16.gif unmoved.gif zoom.png zoomIn.gif zoomIn.png
zoomOut.gif zoomOut.png
"""
_TRAITS = """
AreaOfEffect attach basicName border button calcProp clone cmt delete deselect emb emb2 footprint globalhotkey
globalkey hide hideCmd immob label locCommand locmsg macro mark markmoved mat matPiece menuSeparator nonRect
nonRect2 obs piece pivot placemark playSound PROP propertysheet prototype replace report restrict return
rotate sendto setpieceprop setprop submenu table translate
"""
OWN_IMAGES = frozenset(_IMAGES.split())
"""Images a module may name without holding them."""
TRAITS = frozenset(_TRAITS.split())
"""What stands before the first semicolon of a trait's type."""
