-- Files of which a reader has had the first part, and whose reading is not in the trail yet. Written before that part leaves
-- and gone with the entry of how it ended, so that one that its portal's own end cut is told of by another.
create table reading_under_way (
  id identifier primary key,
  user_id identifier not null references portal_user (id) on delete cascade,
  role text not null,
  -- What the entry says: its object, whose it is, and its data.
  happening jsonb not null,
  heard_at timestamptz not null
);
create index reading_under_way_user on reading_under_way (user_id);
