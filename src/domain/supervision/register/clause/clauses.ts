/**
 * The clauses that a contract of ICT services needs: Regulation (EU) 2022/2554, article 30. Those of paragraph 2 are in every
 * contract, those of paragraph 3 in one that supports a critical or important function. A later law adds its own, under new keys.
 */
export const clauses = [
  {
    key: '2a',
    article: '30.2.a)',
    name: 'Funciones y servicios',
    asks: 'Descripción clara y completa de todas las funciones y servicios, y si se permite subcontratar y en qué condiciones.',
  },
  {
    key: '2b',
    article: '30.2.b)',
    name: 'Lugares',
    asks: 'Regiones o países del servicio y de los datos, y el aviso previo si van a cambiar.',
  },
  {
    key: '2c',
    article: '30.2.c)',
    name: 'Protección de datos',
    asks: 'Disponibilidad, autenticidad, integridad y confidencialidad de los datos, también los personales.',
  },
  {
    key: '2d',
    article: '30.2.d)',
    name: 'Acceso y devolución de los datos',
    asks: 'Acceso, recuperación y devolución en un formato accesible tras insolvencia, resolución, cese o fin del contrato.',
  },
  {
    key: '2e',
    article: '30.2.e)',
    name: 'Niveles de servicio',
    asks: 'Descripción de los niveles de servicio, con sus actualizaciones y revisiones.',
  },
  {
    key: '2f',
    article: '30.2.f)',
    name: 'Ayuda en un incidente',
    asks: 'Asistencia sin coste adicional, o con uno fijado de antemano, en un incidente de TIC del servicio.',
  },
  {
    key: '2g',
    article: '30.2.g)',
    name: 'Cooperación con las autoridades',
    asks: 'Plena cooperación con las autoridades competentes y de resolución, y con quienes nombren.',
  },
  {
    key: '2h',
    article: '30.2.h)',
    name: 'Terminación y preaviso',
    asks: 'Derechos de terminación y preavisos mínimos, como esperan las autoridades.',
  },
  {
    key: '2i',
    article: '30.2.i)',
    name: 'Formación',
    asks: 'Condiciones en que el proveedor participa en la sensibilización y la formación de la entidad.',
  },
  {
    key: '3a',
    article: '30.3.a)',
    name: 'Objetivos de los niveles de servicio',
    asks: 'Niveles completos, con objetivos cuantitativos y cualitativos precisos que se pueden seguir y corregir.',
  },
  {
    key: '3b',
    article: '30.3.b)',
    name: 'Avisos del proveedor',
    asks: 'Plazos de preaviso y obligación de informar de lo que pueda afectar al servicio.',
  },
  {
    key: '3c',
    article: '30.3.c)',
    name: 'Contingencia y seguridad',
    asks: 'Planes de contingencia implantados y probados, y medidas, herramientas y políticas de seguridad.',
  },
  {
    key: '3d',
    article: '30.3.d)',
    name: 'Pruebas de penetración',
    asks: 'Participación y plena cooperación en las pruebas de penetración basadas en amenazas (TLPT).',
  },
  {
    key: '3e1',
    article: '30.3.e).i)',
    name: 'Acceso, inspección y auditoría',
    asks: 'Derechos sin restricción de la entidad, de quien designe y de la autoridad, también a copiar documentos.',
  },
  {
    key: '3e2',
    article: '30.3.e).ii)',
    name: 'Garantía alternativa',
    asks: 'Derecho a acordar otros niveles de garantía si se afectan derechos de otros clientes.',
  },
  {
    key: '3e3',
    article: '30.3.e).iii)',
    name: 'Inspecciones en sus locales',
    asks: 'Plena cooperación del proveedor en las inspecciones y auditorías en sus locales.',
  },
  {
    key: '3e4',
    article: '30.3.e).iv)',
    name: 'Detalle de las auditorías',
    asks: 'Obligación de detallar su alcance, sus procedimientos y su frecuencia.',
  },
  {
    key: '3f',
    article: '30.3.f)',
    name: 'Estrategia de salida',
    asks: 'Período de transición obligatorio y suficiente para cambiar de proveedor o asumir el servicio.',
  },
] as const
export type Clause = (typeof clauses)[number]
export type ClauseKey = Clause['key']
export const clauseKeys = clauses.map(({ key }) => key)

/** Whether only a contract that supports a critical or important function needs it. */
export const isOfCritical = ({ article }: Clause): boolean => article.startsWith('30.3.')
