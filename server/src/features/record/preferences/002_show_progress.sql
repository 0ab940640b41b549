-- Other members see how far the person has watched an item, in rooms that show it.
ALTER TABLE user_preferences ADD COLUMN show_progress boolean NOT NULL DEFAULT true;
