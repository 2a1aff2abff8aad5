-- on line
-- How good a rating is: the sum of the places of its levels, so that lists in this order come from an index.
create or replace function rating_level(rating text) returns integer language sql immutable parallel safe
  return (select sum(array_position(array['D', 'C', 'B', 'A', 'A+'], level))::integer
    from unnest(string_to_array(rating, '/')) as level);
create index concurrently if not exists overview_row_by_level on overview_row
  (kind, rating_level(rating), participant_id, id) include (published, sent, status, expires_on)
  where rating is not null;
create index concurrently if not exists overview_row_of_service_by_level on overview_row
  (service_id, rating_level(rating), participant_id, id) include (kind, published, sent, status, expires_on)
  where rating is not null and service_id is not null;
