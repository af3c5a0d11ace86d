"""The words of War in the Pacific in the language spoken: its sentences by code, and what things are called."""
