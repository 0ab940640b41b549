-- When the server stops letting guests in, the tokens of all guests become void for good, whatever changed the setting.
CREATE FUNCTION end_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rooms SET guest_version = guest_version + 1 WHERE settings -> 'allowGuests' = 'true';
  RETURN NULL;
END
$$;

CREATE TRIGGER settings_guest_access AFTER INSERT OR UPDATE OF value ON settings FOR EACH ROW
  WHEN (NEW.key = 'user.enableGuest' AND NEW.value = 'false') EXECUTE FUNCTION end_guest_access();
