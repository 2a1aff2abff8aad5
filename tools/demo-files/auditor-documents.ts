import type { Slot } from '#server/demo/template.ts'
import { type Look, paper } from './paper.ts'
import { auditor, demoFoot, entity, insurer, on } from './world.ts'

const registry: Look = { body: 'serif', strong: 'serifBold', title: 'serifBold', accent: '#5b1f2b', size: 11.4 }
const insurance: Look = { body: 'sans', strong: 'bold', title: 'bold', accent: '#7a3517', size: 9.8 }
const firm: Look = { body: 'serif', strong: 'serifBold', title: 'serifBold', accent: '#26405e', size: 11.4 }
const cooperative: Look = { body: 'sans', strong: 'bold', title: 'bold', accent: '#2f5d3a', size: 9.3 }
const firmParticulars = [auditor.address, `CIF ${auditor.cif}`, `ROAC ${auditor.roac}`]

export function registryCertificate(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Certificado de inscripción en el ROAC',
    author: 'Muestra',
    date: '2026-09-14',
    look: registry,
    foot: demoFoot,
  })
  p.masthead('Registro Oficial de Auditores de Cuentas', 'Instituto de Contabilidad y Auditoría de Cuentas', [
    'Muestra de certificado',
    `Salida ${on.year}/09417`,
    on.day,
  ])
  p.heading('Certificado de inscripción')
  p.paragraph(
    'El encargado del Registro Oficial de Auditores de Cuentas, en ejercicio de la función que le atribuye el artículo 8 de la Ley 22/2015, de 20 de julio, de Auditoría de Cuentas,',
  )
  p.section('Certifica')
  p.paragraph(
    'Que, según los antecedentes que obran en este Registro, la sociedad que se indica figura inscrita con los datos siguientes:',
  )
  p.facts([
    ['Denominación', auditor.name],
    ['NIF', auditor.cif],
    ['Domicilio', auditor.address],
    ['Número de inscripción', auditor.roac],
    ['Fecha de inscripción', '11 de octubre de 2011'],
    ['Situación', 'Ejerciente'],
    ['Garantía financiera', 'Constituida y vigente'],
  ])
  p.section('Socios auditores ejercientes')
  p.table(
    [
      { header: 'Nombre', width: 200, strong: true },
      { header: 'N.º ROAC', width: 80, align: 'right' },
      { header: 'Desde', width: 90 },
      { header: 'Formación continuada', width: 140 },
    ],
    [
      [auditor.partner, auditor.partnerNumber, '02/03/2012', 'Acreditada'],
      ['Anselmo Pardo Quiroga', '27903', '11/10/2011', 'Acreditada'],
      ['Lourdes Baztán Ibarra', '33058', '19/06/2018', 'Acreditada'],
    ],
  )
  p.paragraph(
    'Y que no consta sanción firme pendiente de cancelación impuesta a la sociedad ni a los socios relacionados en los últimos cinco años.',
  )
  p.paragraph('Lo que se hace constar, a petición de la sociedad interesada, para su presentación ante CCI.')
  p.signature(
    `Madrid, ${on.longDay}.`,
    [{ name: 'Casilda Moreno Ruy', role: 'Encargada del Registro' }],
    ['ROAC', 'MUESTRA'],
  )
  return p.save(path)
}

export function auditorPolicy(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Póliza de responsabilidad civil del auditor',
    author: insurer.name,
    date: '2026-06-25',
    look: insurance,
    foot: demoFoot,
  })
  p.masthead(insurer.name, insurer.about, insurer.particulars)
  p.heading(
    'Responsabilidad civil de auditores',
    'Certificado de seguro. Garantía financiera del artículo 27 de la Ley 22/2015',
  )
  p.facts([
    ['Póliza', 'RC-0102283/02'],
    ['Tomador y asegurado', `${auditor.name}, CIF ${auditor.cif}, ROAC ${auditor.roac}`],
    ['Asegurados adicionales', 'Sus socios auditores, inscritos como ejercientes'],
    ['Efecto', on.day],
    ['Vencimiento', on.validUntil],
    [
      'Ámbito temporal',
      'Reclamaciones durante la vigencia y los cuatro años siguientes, por trabajos desde el 1 de julio de 2012',
    ],
  ])
  p.table(
    [
      { header: 'Garantía', width: 230 },
      { header: 'Límite por siniestro', width: 120, align: 'right' },
      { header: 'Límite anual', width: 120, align: 'right' },
    ],
    [
      ['Auditoría de cuentas (legal)', '1.250.000 €', '1.250.000 €'],
      ['Informes de aseguramiento y procedimientos acordados', '2.000.000 €', '4.000.000 €'],
      ['Daños a documentos y pérdida de datos', '300.000 €', '300.000 €'],
      ['Defensa jurídica y fianzas civiles', 'Incluida', 'Incluida'],
    ],
  )
  p.paragraph(
    'La garantía responde de los daños que los asegurados causen por incumplimiento de sus obligaciones profesionales. El asegurador notificará al tomador y al Instituto de Contabilidad y Auditoría de Cuentas la extinción de la póliza con un mes de antelación.',
  )
  p.note('La prima del periodo, 9.870,15 €, está satisfecha.', 'Recibo')
  p.signature(
    `Guadalajara, ${on.longDay}.`,
    [{ name: 'Leandro Bodega Utrilla', role: 'Director técnico' }],
    ['MUTUA', 'ALCARREÑA', 'SEGUROS'],
  )
  return p.save(path)
}

export function independence(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Declaración de independencia',
    author: 'Documento de demostración',
    date: '2026-09-21',
    look: firm,
    foot: demoFoot,
  })
  p.masthead(auditor.name, 'Auditoría y aseguramiento', firmParticulars)
  p.heading('Declaración de independencia', 'Dirigida a CCI, para la acreditación como evaluador')
  p.paragraph(
    `${auditor.partner}, de ${auditor.name}, con inscripción en el ROAC con el número ${auditor.partnerNumber}, en representación de la firma,`,
  )
  p.section('Declara')
  p.items(
    [
      'Que la firma, sus socios y los profesionales que intervengan en los trabajos son independientes de los proveedores que evalúen, conforme a la Ley 22/2015, de Auditoría de Cuentas, y al Código Internacional de Ética para Profesionales de la Contabilidad.',
      'Que ninguno tiene, ni ha tenido en los tres últimos ejercicios, participación en el capital, préstamo, garantía o relación laboral con esos proveedores.',
      'Que la firma no ha diseñado, implantado ni explotado los controles sobre los que informa.',
      'Que los honorarios percibidos de un mismo proveedor y su grupo no han superado el 15 % de los ingresos anuales de la firma en los tres últimos ejercicios, y que no son contingentes.',
      'Que el socio firmante rota al cabo de cinco años, con una espera de tres.',
      'Que comunicará a CCI, en los diez días siguientes a conocerla, toda circunstancia que cambie lo declarado.',
    ],
    i => `${i + 1}.º`,
  )
  p.section('Amenazas identificadas y salvaguardas')
  p.table(
    [
      { header: 'Amenaza', width: 130, strong: true },
      { header: 'Situación', width: 190 },
      { header: 'Salvaguarda', width: 190 },
    ],
    [
      [
        'Interés propio',
        'Ningún proveedor aporta más del 3,1 % de los ingresos.',
        'Seguimiento anual por el comité de calidad.',
      ],
      [
        'Autorrevisión',
        'Sin servicios distintos del aseguramiento.',
        'Autorización previa del comité para cualquier otro servicio.',
      ],
      ['Familiaridad', 'Segundo año en los encargos.', 'Revisión de calidad por un socio ajeno al encargo.'],
    ],
    9.4,
  )
  p.signature(`Firmado el ${on.longDay}.`, [{ name: auditor.partner, role: `ROAC ${auditor.partnerNumber}` }])
  return p.save(path)
}

export function entitySheet(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Ficha de la entidad',
    author: 'Documento de demostración',
    date: '2026-10-19',
    look: cooperative,
    foot: demoFoot,
  })
  p.masthead(entity.name, 'Entidad de crédito', [entity.address, `NRBE ${entity.nrbe}`])
  p.heading('Ficha de la entidad', 'Datos para el alta en el portal de calificación de proveedores')
  p.section('Identificación')
  p.facts([
    ['Denominación social', entity.name],
    ['Código NRBE', entity.nrbe],
    ['Domicilio', entity.address],
    ['Grupo o asociación', 'Independiente'],
  ])
  p.section('Personas')
  p.table(
    [
      { header: 'Función', width: 150, strong: true },
      { header: 'Nombre', width: 150 },
      { header: 'Correo electrónico', width: 200 },
    ],
    [['Contacto principal', entity.contact, entity.email]],
  )
  p.section('Funciones externalizadas')
  p.table(
    [
      { header: 'Función', width: 200 },
      { header: 'Esencial o importante', width: 110 },
      { header: 'Proveedor', width: 190 },
    ],
    [
      ['Alojamiento del núcleo bancario', 'Sí', 'Cantera Nube, S.L.'],
      ['Impresión y ensobrado', 'No', 'Valdeoca Impresión y Ensobrado, S.A.'],
      ['Transporte de documentación', 'No', 'Arcadio Mensajería Segura, S.A.'],
      ['Custodia digital de contratos', 'Sí', 'Tramontana Custodia Digital, S.L.'],
    ],
  )
  p.paragraph(
    'La entidad conoce que sus datos identificativos serán visibles para CCI y se compromete a mantenerlos al día.',
  )
  p.signature(`Firmado el ${on.longDay}.`, [{ name: entity.contact, role: 'Contacto principal' }])
  return p.save(path)
}
