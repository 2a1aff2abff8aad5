-- What the search over everything finds by the words of an incident's title and of a service's name.
create index incident_search on incident using gin (search gin_trgm_ops);
create index validation_service on validation (service_id) where kind = 'AUDIT_REPORT';
