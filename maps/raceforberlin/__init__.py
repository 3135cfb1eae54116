"""The map of Race for Berlin: 75 zones between the Elbe and the Neisse, April 1945."""
