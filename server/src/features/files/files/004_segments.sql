-- A segment fills a page: pieces of 2 kB would cost a row and an entry of an index each. Segments of before stay as they are.
ALTER TABLE file_segments SET (toast_tuple_target = 8160);
