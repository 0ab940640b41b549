-- The words of rooms that the feeds show, once each, so that a misspelt word is compared with words, not with all rooms. A trigger adds
-- them and a job removes them, so whoever makes a room neither counts its words nor waits for others. Two who come at once may both add
-- one: the same word twice harms nothing.
CREATE TABLE listed_words (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text NOT NULL,
  -- True: no room had it when the job last looked. Who lists a room with it meanwhile adds it anew, so the job may delete this row.
  is_leaving boolean NOT NULL DEFAULT false
);

CREATE INDEX listed_words_word ON listed_words (word);
-- Without a list of pending entries, which each search would read to its end.
CREATE INDEX listed_words_alike ON listed_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- Shorter words have too little to compare, and longer ones are none.
CREATE FUNCTION words_to_list(words text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT word FROM regexp_split_to_table(words, '[^[:alnum:]]+') word WHERE length(word) BETWEEN 3 AND 40
$$;

-- Words without groups of three letters, where the database knows letters of ASCII alone, are like no other.
INSERT INTO listed_words (word)
SELECT word FROM (SELECT DISTINCT word FROM listed_rooms, words_to_list(words) w (word)) w WHERE show_trgm(word) <> '{}';

CREATE FUNCTION list_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_words (word)
  SELECT word FROM (SELECT DISTINCT word FROM changed, words_to_list(changed.words) w (word)) w
  WHERE show_trgm(word) <> '{}'
    AND NOT EXISTS (SELECT FROM listed_words known WHERE known.word = w.word AND NOT known.is_leaving);
  RETURN NULL;
END
$$;

CREATE TRIGGER listed_rooms_words_added AFTER INSERT ON listed_rooms REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_words();
CREATE TRIGGER listed_rooms_words_changed AFTER UPDATE ON listed_rooms REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION list_words();
