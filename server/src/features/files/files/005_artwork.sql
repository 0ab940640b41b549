-- As the triggers of other shown pictures.
CREATE TRIGGER media_artwork_freed AFTER UPDATE OF artwork ON media FOR EACH ROW
  WHEN (OLD.artwork ->> 'id' IS DISTINCT FROM NEW.artwork ->> 'id') EXECUTE FUNCTION free_shown_picture('artwork');
