export type Json = { [key: string]: Json | string | number | boolean | null }

/** The defaults, and every optional value of the chart given and left out. */
export function samples(defaults: Json): Record<string, Json> {
  const group = (name: string) => defaults[name] as Json
  return {
    defaults,
    'everything given': {
      ...defaults,
      replicas: 3,
      image: { ...group('image'), tag: 'v1', pullSecret: 'registry' },
      settings: {
        ...group('settings'),
        FILES_URL: 's3://bucket/prefix?encryption=aws:kms',
        PRODUCT_NAME: 'Almotacén: "banca"\n# de aquí',
      },
      secret: { ...group('secret'), databaseAuthority: 'database_ca.crt' },
      data: { claim: 'shared', size: '10Gi', storageClass: '' },
    },
    'little given': {
      ...defaults,
      data: { claim: '', size: '1Ti', storageClass: 'shared' },
      backups: { ...group('backups'), schedule: '' },
      ingress: { ...group('ingress'), className: '', annotations: {} },
    },
  }
}
