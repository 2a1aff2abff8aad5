/** The invented companies and people of the demo documents. No name, number or address belongs to anybody. */
export const provider = {
  name: 'Hontanar Centros de Datos, S.A.',
  cif: 'A00275511',
  address: 'Avenida de la Industria, 18, nave 4, 28108 Alcobendas (Madrid)',
  represented: 'Elvira Montalbán Sáez',
  role: 'Directora general',
  security: 'Gonzalo Arrieta Peñas',
}

export const auditor = {
  name: 'Ferrández Vilar Auditores, S.L.P.',
  cif: 'B00418327',
  roac: 'S9417',
  address: 'Calle del Almirante Oquendo, 7, 1.º, 28004 Madrid',
  partner: 'Teresa Ferrández Olmo',
  partnerNumber: '29416',
}

export const insurer = {
  name: 'Mutua Alcarreña de Seguros Generales',
  about: 'Mutua de seguros a prima fija',
  particulars: ['Plaza del Jardinillo, 3', '19001 Guadalajara', 'NIF V00631903', 'Clave M0999'],
}

export const entity = {
  name: 'Caja Rural del Alto Sil, S.C.C.',
  cif: 'F00952143',
  nrbe: '3999',
  address: 'Plaza del Minero, 2, 24500 Villarroble del Sil (León)',
  contact: 'Rosalía Prada Cuellas',
}

export const demoFoot = 'Documento ficticio para la demostración del portal, sin validez.'
