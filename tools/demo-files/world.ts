/** The slots of the demo documents, filled with each company's data when the demo data is loaded (D47). */
export const provider = {
  name: '{provider.name}',
  cif: '{provider.cif}',
  address: '{provider.address}',
  represented: '{provider.person}',
  role: '{provider.position}',
  security: '{provider.security}',
}

export const auditor = {
  name: '{auditor.name}',
  cif: '{auditor.cif}',
  roac: '{auditor.roac}',
  address: '{auditor.address}',
  partner: '{auditor.person}',
  partnerNumber: '{auditor.personNumber}',
}

export const insurer = {
  name: 'Mutua Alcarreña de Seguros Generales',
  about: 'Mutua de seguros a prima fija',
  particulars: ['Plaza del Jardinillo, 3', '19001 Guadalajara', 'NIF V00631903', 'Clave M0999'],
}

export const entity = {
  name: '{entity.name}',
  nrbe: '{entity.nrbe}',
  address: '{entity.address}',
  contact: '{entity.person}',
  email: '{entity.email}',
}

/** The day of a document, and the dates derived from it. */
export const on = {
  day: '{on.day}',
  longDay: '{on.longDay}',
  year: '{on.year}',
  validUntil: '{on.validUntil}',
  longValidUntil: '{on.longValidUntil}',
  from: '{on.from}',
  until: '{on.until}',
}

export const request = {
  service: '{request.service}',
  concept: '{request.concept}',
  number: '{request.number}',
  reportDay: '{request.reportDay}',
  expires: '{request.expires}',
  longExpires: '{request.longExpires}',
  confidentiality: '{request.confidentiality}',
  integrity: '{request.integrity}',
  availability: '{request.availability}',
}

const company = {
  cif: 'B00472183',
  roac: 'S0984',
  nrbe: '3058',
  address: 'Calle Emilia Pardo Bazán, 44, Planta 4.ª, 15005 A Coruña (A Coruña)',
  person: 'Beatriz Quintanilla Soto',
  personNumber: '29416',
  position: 'Responsable de cumplimiento',
  security: 'Consuelo Nieto Arias',
  email: 'externalizacion@santander.example',
}
const day = '00/00/0000'
const longDay = '30 de septiembre de 2026'

/** The longest possible values: they set the width of a slot. */
export const longest: Record<string, string> = Object.fromEntries(
  Object.entries({
    provider: { ...company, name: 'Ribera Cooperativa de Vigilancia, S. Coop.' },
    auditor: { ...company, name: 'Quintanilla y Robles Auditores, S.L.P.' },
    entity: { ...company, name: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito' },
    on: {
      ...{ day, longDay, year: '2026', validUntil: day, longValidUntil: longDay, from: day, until: day },
    },
    request: {
      ...{ service: 'Digitalización certificada', concept: 'Línea de digitalización de Getafe', number: '2026/117' },
      ...{ reportDay: day, expires: day, longExpires: longDay },
      ...{ confidentiality: 'A+', integrity: 'A+', availability: 'A+' },
    },
  }).flatMap(([group, values]) => Object.entries(values).map(([key, value]) => [`${group}.${key}`, value])),
)

export const demoFoot = 'Documento ficticio para la demostración del portal, sin validez.'
