import type { Slot } from '#server/demo/template.ts'
import { type Look, paper } from './paper.ts'
import { demoFoot, insurer, on, provider } from './world.ts'

const notary: Look = { body: 'serif', strong: 'serifBold', title: 'serifBold', accent: '#3a3326', size: 12 }
const office: Look = { body: 'sans', strong: 'bold', title: 'bold', accent: '#1f3f63', size: 9.8 }
const insurance: Look = { body: 'sans', strong: 'bold', title: 'bold', accent: '#7a3517', size: 9.4 }
const company: Look = { body: 'sans', strong: 'bold', title: 'bold', accent: '#12556b', size: 9.8 }

export function deed(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Escritura de constitución',
    author: 'Notaría de Braulio Sanjurjo Peralta',
    date: '2014-04-08',
    look: notary,
    foot: demoFoot,
  })
  p.masthead('Braulio Sanjurjo Peralta', 'Notario del Ilustre Colegio de Madrid', [
    'Calle del Barquillo, 90, 2.º',
    '28004 Madrid',
    'Protocolo 1.214/2014',
    'Copia simple',
  ])
  p.heading('Escritura de constitución de sociedad', 'Número mil doscientos catorce')
  p.paragraph('En Madrid, mi residencia, a ocho de abril de dos mil catorce.', { align: 'justify' })
  p.paragraph('Ante mí, BRAULIO SANJURJO PERALTA, Notario de esta capital y del Ilustre Colegio de Madrid,', {
    align: 'justify',
  })
  p.section('Comparecen')
  p.paragraph(`${provider.represented}, mayor de edad, con domicilio a estos efectos en el social que se dirá.`, {
    align: 'justify',
  })
  p.paragraph(`${provider.security}, mayor de edad, con el mismo domicilio a estos efectos.`, { align: 'justify' })
  p.paragraph(
    'Intervienen en su propio nombre y derecho. Los identifico por sus documentos y los juzgo con la capacidad legal necesaria para otorgar esta escritura, a cuyo efecto',
    { align: 'justify' },
  )
  p.section('Otorgan')
  p.paragraph(
    `PRIMERO. Constituyen una sociedad mercantil, de nacionalidad española, que se denominará «${provider.name}» y se regirá por los estatutos que se incorporan a esta matriz y, en lo no previsto en ellos, por la Ley de Sociedades de Capital.`,
    { align: 'justify' },
  )
  p.paragraph(
    'SEGUNDO. El capital social se fija en CIENTO VEINTE MIL EUROS (120.000 €), dividido en ciento veinte mil títulos de un euro de valor nominal cada una, numeradas de la 1 a la 120.000, ambas inclusive, íntegramente suscritas y desembolsadas en la forma siguiente:',
    { align: 'justify' },
  )
  p.table(
    [
      { header: 'Socio', width: 200 },
      { header: 'Títulos', width: 110, align: 'right' },
      { header: 'Numeración', width: 150, align: 'right' },
      { header: 'Desembolso', width: 110, align: 'right' },
    ],
    [
      [provider.represented, '72.000', '1 a 72.000', '72.000 €'],
      [provider.security, '48.000', '72.001 a 120.000', '48.000 €'],
      ['Total', '120.000', '', '120.000 €'],
    ],
  )
  p.paragraph(
    `TERCERO. La administración se confía por cinco años a ${provider.represented}, que acepta y promete desempeñar bien su cargo, y declara no estar en causa alguna de incompatibilidad.`,
    { align: 'justify' },
  )
  p.paragraph(
    `CUARTO. Se designa domicilio social en ${provider.address}. El cierre del ejercicio será el treinta y uno de diciembre de cada año.`,
    { align: 'justify' },
  )
  p.section('De los estatutos')
  p.facts(
    [
      ['Artículo 1. Denominación', provider.name],
      [
        'Artículo 2. Objeto',
        'La prestación de servicios a empresas y entidades de crédito, y cuantas actividades los complementen.',
      ],
      ['Artículo 3. Duración', 'Indefinida. Da comienzo a sus operaciones el día de esta escritura.'],
      [
        'Artículo 14. Junta',
        'Se convoca con un mes de antelación. Se constituye y adopta acuerdos por las mayorías legales.',
      ],
      ['Artículo 22. Cuentas', 'Se formulan en los tres meses siguientes al cierre y se someten a auditoría.'],
    ],
    160,
  )
  p.paragraph(
    'Leída por mí esta escritura a los comparecientes, la encuentran conforme, la ratifican y firman conmigo. De que el consentimiento ha sido libremente prestado, y de todo lo contenido en este instrumento público, extendido en cuatro folios, yo, el Notario, DOY FE.',
    { align: 'justify' },
  )
  p.note(
    `Registro Mercantil de Madrid, tomo 99.184, folio 61, sección 8, hoja M-999417, inscripción 1.ª. CIF ${provider.cif}.`,
    'Inscripción',
  )
  p.signature(
    'Firmado en Madrid el 8 de abril de 2014.',
    [{ name: 'Braulio Sanjurjo Peralta', role: 'Notario' }],
    ['NOTARÍA', 'B. SANJURJO', 'MADRID'],
  )
  return p.save(path)
}

export function taxCertificate(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Certificado de estar al corriente de obligaciones tributarias',
    author: 'Muestra',
    date: '2026-10-06',
    look: office,
    foot: demoFoot,
  })
  p.masthead('Agencia Tributaria', 'Delegación Especial de Madrid', [
    'Muestra de certificado',
    `Referencia ${on.year}-0941-7733`,
    `Fecha ${on.day}`,
  ])
  p.heading(
    'Certificado tributario',
    'Encontrarse al corriente de las obligaciones tributarias. Artículo 43.1.f) de la Ley 58/2003, General Tributaria',
  )
  p.facts([
    ['Nombre o razón social', provider.name],
    ['NIF', provider.cif],
    ['Domicilio fiscal', provider.address],
    ['Solicitado por', `${provider.represented}, representante`],
    ['Destinatario', 'CCI, a efectos de contratación y homologación de proveedores'],
  ])
  p.section('Se certifica')
  p.paragraph(
    'Que, conforme a los datos que obran en esta Agencia, el solicitante arriba indicado se encuentra AL CORRIENTE de sus obligaciones tributarias, de conformidad con lo dispuesto en el artículo 74.1 del Reglamento General de las actuaciones y los procedimientos de gestión e inspección tributaria, aprobado por el Real Decreto 1065/2007, de 27 de julio.',
  )
  p.paragraph(
    'El presente certificado se expide a los efectos del artículo 43.1.f) de la Ley General Tributaria: quien contrate con el solicitante obras o servicios de su actividad económica principal no responderá subsidiariamente de las deudas tributarias que correspondan a los pagos satisfechos durante el periodo de validez.',
  )
  p.section('Alcance')
  p.table(
    [
      { header: 'Comprobación', width: 330 },
      { header: 'Resultado', width: 130, strong: true },
    ],
    [
      ['Alta en el censo de empresarios, profesionales y retenedores', 'Correcto'],
      ['Autoliquidaciones del impuesto sobre sociedades, cuatro últimos ejercicios', 'Correcto'],
      ['Autoliquidaciones y resúmenes anuales del IVA, últimos doce meses', 'Correcto'],
      ['Retenciones e ingresos a cuenta, últimos doce meses', 'Correcto'],
      ['Deudas en periodo ejecutivo', 'No constan'],
      ['Responsabilidades civiles por delito contra la Hacienda Pública', 'No constan'],
    ],
  )
  p.note(
    `Hasta el ${on.longValidUntil}. El certificado tiene carácter informativo y no produce los efectos de una comprobación.`,
    'Validez',
  )
  p.paragraph('Documento firmado electrónicamente. Código seguro de verificación: DEMO 7K4Q 2W9R 5XTB.', { size: 8.6 })
  return p.save(path)
}

export function socialSecurityCertificate(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Certificado de estar al corriente en el pago de cuotas',
    author: 'Muestra',
    date: '2026-11-03',
    look: { ...office, accent: '#4a2e5d' },
    foot: demoFoot,
  })
  p.masthead('Tesorería General de la Seguridad Social', 'Dirección Provincial de Madrid', [
    'Muestra de certificado',
    `Id. 28-${on.year}-004417`,
    `Fecha ${on.day}`,
  ])
  p.heading('Certificado de estar al corriente', 'En el pago de las obligaciones con la Seguridad Social')
  p.paragraph(`La Tesorería General de la Seguridad Social, según los antecedentes que obran en ella el ${on.longDay},`)
  p.section('Certifica')
  p.paragraph(
    `Que ${provider.name}, con NIF ${provider.cif}, NO tiene pendiente de ingreso ninguna reclamación por deudas ya vencidas con la Seguridad Social en los códigos de cuenta de cotización que se relacionan.`,
  )
  p.table(
    [
      { header: 'Código de cuenta', width: 130, strong: true },
      { header: 'Régimen', width: 110 },
      { header: 'Provincia', width: 100 },
      { header: 'Trabajadores', width: 90, align: 'right' },
      { header: 'Situación', width: 110 },
    ],
    [['0111 28 999941707', 'General', 'Madrid', '127', 'Al corriente']],
  )
  p.paragraph(
    'La certificación se expide a instancia de la empresa para su presentación en un procedimiento de homologación de proveedores y no originará derechos ni expectativas de derechos a favor del solicitante ni de terceros, ni podrá ser invocada para interrumpir plazos de caducidad o prescripción.',
  )
  p.note(`Hasta el ${on.longValidUntil}.`, 'Validez')
  p.paragraph(
    'Documento firmado electrónicamente. Código electrónico de autenticidad: DEMO3 CCI41 QX7LP 09RTM 88BKE.',
    { size: 8.6 },
  )
  return p.save(path)
}

export function liabilityPolicy(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Póliza de responsabilidad civil',
    author: insurer.name,
    date: '2026-03-01',
    look: insurance,
    foot: demoFoot,
  })
  p.masthead(insurer.name, insurer.about, insurer.particulars)
  p.heading('Responsabilidad civil y ciberriesgo', 'Condiciones particulares y certificado de cobertura')
  p.facts([
    ['Póliza', 'RC-0094417/08'],
    ['Tomador y asegurado', `${provider.name}, CIF ${provider.cif}`],
    ['Domicilio', provider.address],
    ['Efecto', `${on.day}, 00:00 h`],
    ['Vencimiento', `${on.validUntil}, 24:00 h. Prorrogable por años`],
    ['Actividad', 'Servicios a empresas y entidades financieras'],
    ['Ámbito', 'Unión Europea, Reino Unido, Suiza y Andorra. Jurisdicción española'],
  ])
  p.section('Coberturas y límites')
  p.table(
    [
      { header: 'Cobertura', width: 230 },
      { header: 'Por siniestro', width: 100, align: 'right' },
      { header: 'Por anualidad', width: 100, align: 'right' },
      { header: 'Franquicia', width: 80, align: 'right' },
    ],
    [
      ['Responsabilidad civil profesional', '6.000.000 €', '12.000.000 €', '15.000 €'],
      ['Responsabilidad civil de explotación', '3.000.000 €', '3.000.000 €', '1.500 €'],
      ['Responsabilidad civil patronal', '600.000 €', '3.000.000 €', 'Sin franquicia'],
      ['Vulneración de datos personales y de la confidencialidad', '4.000.000 €', '4.000.000 €', '25.000 €'],
      ['Respuesta a incidentes y restauración de datos', '1.500.000 €', '1.500.000 €', '12 horas'],
      ['Defensa y fianzas', 'Incluida', 'Incluida', 'Sin franquicia'],
    ],
  )
  p.section('Condiciones especiales')
  p.items([
    'Quedan cubiertas las reclamaciones presentadas durante la vigencia por hechos ocurridos desde el 1 de marzo de 2019.',
    'Los clientes del asegurado que sean entidades de crédito tendrán la consideración de terceros.',
    'El asegurador comunicará a CCI, con un mes de antelación, la anulación o la reducción de los límites.',
    'Prima total anual: 38.412,60 €, impuestos incluidos. Último recibo satisfecho.',
  ])
  p.signature(`Guadalajara, ${on.longDay}.`, [
    { name: 'Leandro Bodega Utrilla', role: 'Por la mutua. Director técnico' },
    { name: provider.represented, role: 'Por el tomador' },
  ])
  return p.save(path)
}

export function continuityPlan(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Plan de continuidad de negocio',
    author: 'Documento de demostración',
    date: '2026-06-02',
    look: company,
    foot: `${provider.name} · Uso restringido · ${demoFoot}`,
  })
  p.masthead(provider.name, 'Continuidad y resiliencia operativa', [
    `CIF ${provider.cif}`,
    'Documento PCN-01',
    'Versión 7.2',
    `Aprobado ${on.day}`,
    `Revisión ${on.validUntil}`,
  ])
  p.heading('Plan de continuidad de negocio', 'Servicios prestados a entidades financieras')
  p.section('1. Objeto y alcance')
  p.paragraph(
    'Este plan dice qué hacer, quién y en qué orden cuando un servicio crítico deja de prestarse o puede dejar de prestarse. Cubre los centros de trabajo, las comunicaciones entre ellos y al personal que los opera, y atiende a lo que el Reglamento (UE) 2022/2554 (DORA) exige a los proveedores de servicios de TIC de las entidades financieras.',
  )
  p.section('2. Análisis de impacto')
  p.table(
    [
      { header: 'Servicio', width: 180, strong: true },
      { header: 'Criticidad', width: 80 },
      { header: 'RTO', width: 60, align: 'right' },
      { header: 'RPO', width: 60, align: 'right' },
      { header: 'Mínimo aceptable', width: 170 },
    ],
    [
      ['Servicio principal a entidades', 'Muy alta', '2 h', '0', 'Peticiones urgentes'],
      ['Custodia de copias cifradas', 'Alta', '8 h', '24 h', 'Restauración a petición'],
      ['Comunicaciones entre centros', 'Muy alta', '30 min', 'n. a.', 'Una línea de tres'],
      ['Portal de clientes', 'Media', '24 h', '4 h', 'Apertura de peticiones por teléfono'],
      ['Vigilancia de seguridad (SOC)', 'Alta', '1 h', '15 min', 'Alertas de criticidad 1 y 2'],
    ],
  )
  p.section('3. Escenarios')
  p.items(
    [
      'Pérdida de un centro por incendio, inundación o falta prolongada de suministro.',
      'Cifrado o destrucción de datos por un ataque.',
      'Caída simultánea de dos operadores de comunicaciones.',
      'Indisponibilidad de más del 40 % del personal de operación.',
      'Quiebra o salida de un subcontratista esencial.',
    ],
    i => `${'abcde'[i]})`,
  )
  p.section('4. Comité de crisis')
  p.facts([
    ['Dirección', `${provider.represented}, ${provider.role}`],
    ['Coordinación técnica', `${provider.security}, responsable de seguridad`],
    ['Comunicación a clientes', 'Adela Rincón Fuster. Primer aviso en 30 minutos; después, cada hora'],
    ['Suplentes', 'Designados por escrito; lista en el anexo A'],
  ])
  p.section('5. Activación y recuperación')
  p.items(
    [
      'Detección: el turno de operación clasifica el incidente antes de 10 minutos.',
      'Activación: la dirección o su suplente declara la contingencia y convoca al comité.',
      'Aviso: cada entidad cliente recibe el primer aviso por el canal acordado en su contrato.',
      'Conmutación: los sistemas de criticidad muy alta pasan al segundo centro según la guía PCN-04.',
      'Comprobación: cada cliente confirma sus servicios con la lista de pruebas pactada.',
      'Vuelta: se planifica con 48 horas de antelación y fuera de horario de compensación.',
    ],
    i => `${i + 1}.`,
  )
  p.section('6. Pruebas')
  p.table(
    [
      { header: 'Fecha', width: 70 },
      { header: 'Prueba', width: 220 },
      { header: 'Objetivo', width: 70, align: 'right' },
      { header: 'Obtenido', width: 80, align: 'right' },
      { header: 'Resultado', width: 90, strong: true },
    ],
    [
      ['Mayo', 'Cambio de centro con tres entidades cliente', '4 h', '2 h 40 min', 'Superada'],
      ['Febrero', 'Restauración completa desde copia cifrada', '8 h', '6 h 05 min', 'Superada'],
      ['Noviembre', 'Simulacro de mesa: cifrado de datos', 'n. a.', 'n. a.', 'Con mejoras'],
      ['Septiembre', 'Corte de dos operadores', '30 min', '12 min', 'Superada'],
    ],
  )
  p.note(
    'Las mejoras del simulacro (aviso en cadena y copia fuera de línea del directorio de contactos) se cerraron en dos meses.',
    'Seguimiento',
  )
  p.signature(`Aprobado el ${on.longDay}.`, [
    { name: provider.represented, role: provider.role },
    { name: provider.security, role: 'Responsable de seguridad' },
  ])
  return p.save(path)
}
