-- on line
-- How much a participant keeps is added up before each of its files comes in: from what its own users uploaded, not by a walk
-- through every document there is.
create index concurrently if not exists document_version_uploader on document_version (uploaded_by) include (sha256);
create index concurrently if not exists incident_document_uploader on incident_document (uploaded_by) include (sha256);
