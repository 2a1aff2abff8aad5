import { cifControls } from '#domain/values/company/cif.ts'

/** A demo CIF with a valid check character; the digits are invented. */
export function demoCif(letter: string, digits: string): string {
  return `${letter}${digits}${cifControls(digits).digit}`
}

export type DemoUser = { email: string; name: string; surnames: string; position: string }

const user = (email: string, name: string, surnames: string, position = 'Responsable de cumplimiento'): DemoUser => ({
  email: email.includes('@') ? email : `${email}@almotacen.example`,
  name,
  surnames,
  position,
})

export type DemoCompany = {
  kind: 'PROVIDER' | 'AUDIT' | 'ENTITY'
  name: string
  commercialName: string
  cif?: string
  cnae?: string
  nrbe?: string
  roac?: string
  companyType?: string
  employees?: string
  /** Days until the accreditation ends; negative when it has ended. */
  accreditedFor?: number
  /** The principal first. */
  users: readonly [DemoUser, ...DemoUser[]]
  stage: 'invited' | 'draft' | 'sent' | 'rejected' | 'accepted'
  /** Days since the documentation was sent. */
  sentAgo?: number
}

/** Providers and evaluators are invented. The banks are real, from the public register, with invented people. */
export const demoCompanies = {
  tramontana: {
    kind: 'PROVIDER',
    name: 'Tramontana Custodia Digital, S.L.',
    commercialName: 'Tramontana Custodia Digital',
    cif: demoCif('B', '0047218'),
    cnae: '6311',
    companyType: 'PYME',
    employees: '_50_249',
    users: [
      user('proveedor', 'Lucía', 'Ferrer Casals'),
      user('proveedor2', 'Íñigo', 'Salcedo Prieto', 'Técnico de seguridad'),
    ],
    stage: 'accepted',
  },
  arcadio: {
    kind: 'PROVIDER',
    name: 'Arcadio Mensajería Segura, S.A.',
    commercialName: 'Arcadio Mensajería',
    cif: demoCif('A', '0031764'),
    cnae: '5320',
    companyType: 'MEDIANA',
    employees: '_50_249',
    users: [user('arcadio', 'Rosario', 'Cebrián Molina')],
    stage: 'accepted',
  },
  cantera: {
    kind: 'PROVIDER',
    name: 'Cantera Nube, S.L.',
    commercialName: 'Cantera Nube',
    cif: demoCif('B', '0058102'),
    cnae: '6310',
    companyType: 'GRANDE',
    employees: '_250',
    users: [user('cantera', 'Aitor', 'Goñi Arregui')],
    stage: 'accepted',
  },
  lumbre: {
    kind: 'PROVIDER',
    name: 'Lumbre Sistemas, S.L.',
    commercialName: 'Lumbre Sistemas',
    cif: demoCif('B', '0062935'),
    cnae: '8220',
    companyType: 'PYME',
    employees: '_10_49',
    users: [user('lumbre', 'Noelia', 'Barrios Peña')],
    stage: 'accepted',
  },
  mirlo: {
    kind: 'PROVIDER',
    name: 'Mirlo Firma Electrónica, S.L.',
    commercialName: 'Mirlo',
    cif: demoCif('B', '0019477'),
    cnae: '6201',
    companyType: 'MICRO',
    employees: '_1_9',
    users: [user('mirlo', 'Teo', 'Quiroga Lamas')],
    stage: 'accepted',
  },
  valdeoca: {
    kind: 'PROVIDER',
    name: 'Valdeoca Impresión y Ensobrado, S.A.',
    commercialName: 'Valdeoca',
    cif: demoCif('A', '0044093'),
    cnae: '1812',
    companyType: 'MEDIANA',
    employees: '_50_249',
    users: [user('valdeoca', 'Manuela', 'Ortuño Vera')],
    stage: 'accepted',
  },
  ribera: {
    kind: 'PROVIDER',
    name: 'Ribera Cooperativa de Vigilancia, S. Coop.',
    commercialName: 'Ribera',
    cif: demoCif('F', '0074317'),
    cnae: '8010',
    companyType: 'PYME',
    employees: '_10_49',
    users: [user('ribera', 'Amparo', 'Llopis Sanchis')],
    stage: 'accepted',
  },
  hontanar: {
    kind: 'PROVIDER',
    name: 'Hontanar Centros de Datos, S.A.',
    commercialName: 'Hontanar',
    cif: demoCif('A', '0027551'),
    cnae: '6311',
    companyType: 'MEDIANA',
    employees: '_50_249',
    users: [user('hontanar', 'Sergio', 'Alcaide Roca')],
    stage: 'sent',
    sentAgo: 9,
  },
  rechazado: {
    kind: 'PROVIDER',
    name: 'Guadalmina Limpieza Técnica, S.L.',
    commercialName: 'Guadalmina',
    cif: demoCif('B', '0083620'),
    cnae: '8122',
    companyType: 'MICRO',
    employees: '_10_49',
    users: [user('rechazado', 'Consuelo', 'Nieto Arias')],
    stage: 'rejected',
    sentAgo: 6,
  },
  borrador: {
    kind: 'PROVIDER',
    name: 'Peñafiel Transcripciones, S.L.',
    commercialName: '',
    cif: demoCif('B', '0090158'),
    users: [user('borrador', 'Julián', 'Escribano Toro')],
    stage: 'draft',
  },
  nuevo: { kind: 'PROVIDER', name: '', commercialName: '', users: [user('nuevo', '', '', '')], stage: 'invited' },

  quintanilla: {
    kind: 'AUDIT',
    name: 'Quintanilla y Robles Auditores, S.L.P.',
    commercialName: 'Quintanilla y Robles',
    cif: demoCif('B', '0012884'),
    roac: 'S0984',
    accreditedFor: 480,
    users: [user('evaluador', 'Beatriz', 'Quintanilla Soto', 'Socia de auditoría')],
    stage: 'accepted',
  },
  somport: {
    kind: 'AUDIT',
    name: 'Auditoría Somport, S.L.P.',
    commercialName: 'Auditoría Somport',
    cif: demoCif('B', '0036419'),
    roac: 'S1377',
    accreditedFor: 210,
    users: [user('somport', 'Gonzalo', 'Abadía Lanuza', 'Socio de auditoría')],
    stage: 'accepted',
  },
  penalara: {
    kind: 'AUDIT',
    name: 'Peñalara Control, S.L.P.',
    commercialName: 'Peñalara Control',
    cif: demoCif('B', '0051296'),
    roac: 'S0611',
    accreditedFor: -40,
    users: [user('penalara', 'Inmaculada', 'Herranz Gil', 'Socia directora')],
    stage: 'accepted',
  },
  ferrandez: {
    kind: 'AUDIT',
    name: 'Ferrández Vilar Auditores, S.L.P.',
    commercialName: 'Ferrández Vilar',
    cif: demoCif('B', '0067730'),
    roac: 'S1520',
    users: [user('ferrandez', 'Xoán', 'Vilar Ferrández', 'Socio de auditoría')],
    stage: 'sent',
    sentAgo: 4,
  },

  cajamar: {
    kind: 'ENTITY',
    name: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
    commercialName: '',
    nrbe: '3058',
    users: [
      user('entidad', 'Elena', 'Puertas Lázaro', 'Externalización'),
      user('entidad2', 'Marcos', 'Vidal Rueda', 'Riesgo operacional'),
    ],
    stage: 'accepted',
  },
  santander: {
    kind: 'ENTITY',
    name: 'Banco Santander, S.A.',
    commercialName: '',
    nrbe: '0049',
    users: [user('externalizacion@santander.example', 'Pilar', 'Ruiz Somoza', 'Externalización')],
    stage: 'accepted',
  },
  caixabank: {
    kind: 'ENTITY',
    name: 'CaixaBank, S.A.',
    commercialName: '',
    nrbe: '2100',
    users: [user('proveedores@caixabank.example', 'Jordi', 'Amat Rius', 'Compras')],
    stage: 'sent',
    sentAgo: 2,
  },
  bbva: {
    kind: 'ENTITY',
    name: 'Banco Bilbao Vizcaya Argentaria, S.A.',
    commercialName: '',
    nrbe: '0182',
    users: [user('terceros@bbva.example', 'Ane', 'Ibarra Otxoa', 'Riesgo de terceros')],
    stage: 'invited',
  },
} as const satisfies Record<string, DemoCompany>

export type CompanyKey = keyof typeof demoCompanies
