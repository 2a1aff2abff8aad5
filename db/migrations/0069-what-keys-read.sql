-- on line
-- The key that read a file. `user_id` is then the user who made the key: an earlier server knows no other reader.
alter table file_read add column if not exists key_id identifier;
alter table file_read drop constraint if exists file_read_key_id_fkey,
  add constraint file_read_key_id_fkey foreign key (key_id) references api_key not valid;
alter table file_read validate constraint file_read_key_id_fkey;
create index concurrently if not exists file_read_key on file_read (key_id) where key_id is not null;
alter table reading_under_way add column if not exists key_id identifier;
alter table reading_under_way drop constraint if exists reading_under_way_key_id_fkey,
  add constraint reading_under_way_key_id_fkey foreign key (key_id) references api_key on delete cascade not valid;
alter table reading_under_way validate constraint reading_under_way_key_id_fkey;
