-- Each person counts once for each ten seconds of an item.
CREATE TABLE film_moments (
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  -- Which ten seconds of the film.
  place integer NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  reaction_key text NOT NULL,
  PRIMARY KEY (media_id, place, user_id)
);
CREATE INDEX film_moments_user ON film_moments (user_id);
CREATE INDEX film_moments_room ON film_moments (room_id);
