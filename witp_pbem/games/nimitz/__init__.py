"""Fleet Commander: Nimitz: one player commands the Americans in the Pacific, the rules move and fight Japan."""
