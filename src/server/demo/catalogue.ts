/** The catalogues of the demo world: required documents and data, and services. */
export const demoDocuments = {
  PROVIDER: [
    ['Escritura de constitución', 'Escritura inscrita, con sus modificaciones', true, 'escritura-constitucion.pdf'],
    ['Certificado de estar al corriente con la AEAT', 'De los últimos seis meses', true, 'certificado-aeat.pdf'],
    [
      'Certificado de estar al corriente con la Seguridad Social',
      'De los últimos seis meses',
      true,
      'certificado-seguridad-social.pdf',
    ],
    [
      'Póliza de responsabilidad civil',
      'Condiciones particulares y último recibo',
      true,
      'poliza-responsabilidad-civil.pdf',
    ],
    ['Plan de continuidad de negocio', 'Última versión aprobada', false, 'plan-continuidad.pdf'],
  ],
  AUDIT: [
    ['Certificado de inscripción en el ROAC', 'De los últimos doce meses', true, 'certificado-roac.pdf'],
    [
      'Póliza de responsabilidad civil profesional',
      'Condiciones particulares y último recibo',
      true,
      'poliza-auditor.pdf',
    ],
    ['Declaración de independencia', 'Firmada por el socio', true, 'declaracion-independencia.pdf'],
  ],
  ENTITY: [['Ficha de la entidad', 'Datos de contacto para el portal, firmada', true, 'ficha-entidad.pdf']],
  ISSUE: [['Informe de la incidencia', 'Qué pasó, cuándo y a quién afecta', true, '']],
} as const satisfies Record<
  string,
  readonly (readonly [name: string, description: string, required: boolean, file: string])[]
>

export const demoServices = [
  ['Archivo', 'Custodia documental'],
  ['Archivo', 'Archivo intermedio'],
  ['Archivo', 'Destrucción confidencial'],
  ['Digital', 'Digitalización certificada'],
  ['Digital', 'Alojamiento en nube'],
  ['Digital', 'Firma electrónica'],
  ['Logística', 'Transporte de valija'],
  ['Logística', 'Valija interna'],
  ['Clientes', 'Atención telefónica'],
  ['Clientes', 'Impresión y ensobrado'],
] as const
