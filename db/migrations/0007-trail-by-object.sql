-- The timeline of a user, and of a documentation with its documents and its score, without reading the whole trail.
create index trail_actor on trail (actor_id);
create index trail_validation on trail ((data ->> 'validationId'));
-- Who read a file, whoever it was.
create index file_read_of_version on file_read (version_id);
create index file_read_of_score on file_read (score_id) where score_id is not null;
