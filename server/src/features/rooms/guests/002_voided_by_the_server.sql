-- Rooms write their own rows: the server says it when a change of settings ends the access of guests.
DROP TRIGGER settings_guest_access ON settings;
DROP FUNCTION end_guest_access();
