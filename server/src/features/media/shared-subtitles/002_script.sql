-- SubStation Alpha as it was given; NULL: the file was of another format, or came before this column.
ALTER TABLE shared_subtitles ADD COLUMN script text;
