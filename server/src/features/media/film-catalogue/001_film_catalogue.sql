-- What the catalogue says of films, by what the names of items tell. Shared by all rooms.
CREATE TABLE catalogued_films (
  key text PRIMARY KEY,
  -- `asking`: a replica asks now; `found`, `none` or `failed`.
  state text NOT NULL,
  -- CataloguedFilm as JSON; null unless found.
  film jsonb,
  -- From then on it is asked for anew.
  ends_at timestamptz NOT NULL
);
CREATE INDEX catalogued_films_end ON catalogued_films (ends_at);
-- Items that got a poster from the catalogue.
CREATE TABLE item_posters (
  media_id text PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  -- The id of that picture. With another source the item has another one.
  picture_id text NOT NULL
);
-- Items of which somebody said that what their name tells is another film.
CREATE TABLE rejected_films (
  media_id text PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  -- What the name told: under another name the item may be asked for again.
  key text NOT NULL
);
