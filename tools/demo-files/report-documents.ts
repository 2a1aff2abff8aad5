import type { Slot } from '#server/demo/template.ts'
import { controls } from './controls.ts'
import { type Look, paper } from './paper.ts'
import { auditor, demoFoot, on, provider, request } from './world.ts'

const firm: Look = { body: 'serif', strong: 'serifBold', title: 'serifBold', accent: '#26405e', size: 11.4 }
const cci: Look = { body: 'sans', strong: 'bold', title: 'display', accent: '#0b4f3c', size: 9.3 }

const domains = [...new Set(controls.map(control => control.domain))]
const count = (result: string, domain?: string) =>
  controls.filter(control => control.result === result && (!domain || control.domain === domain)).length

export function auditReport(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Informe de aseguramiento sobre los controles',
    author: 'Documento de demostración',
    date: '2026-09-30',
    look: firm,
    foot: `${auditor.name} · Informe ${request.number} · ${demoFoot}`,
  })
  p.masthead(auditor.name, 'Auditoría y aseguramiento', [auditor.address, `CIF ${auditor.cif}`, `ROAC ${auditor.roac}`])
  p.heading('Informe de aseguramiento razonable', `Controles de ${provider.name}, del ${on.from} al ${on.until}`)
  p.paragraph(`A la dirección de ${provider.name} y a CCI:`)
  p.section('Opinión')
  p.paragraph(
    'Hemos realizado un encargo de aseguramiento razonable sobre la descripción del sistema con el que la Sociedad presta el servicio indicado y sobre el diseño y la eficacia operativa de sus controles de confidencialidad, integridad y disponibilidad. En nuestra opinión, excepto por los efectos de lo descrito en «Fundamento de la opinión», en todos los aspectos significativos:',
  )
  p.items(
    [
      'la descripción presenta fielmente el sistema tal como fue diseñado e implantado en el periodo;',
      'los controles estaban adecuadamente diseñados para dar una seguridad razonable de alcanzar sus objetivos; y',
      'los controles probados operaron con eficacia durante todo el periodo.',
    ],
    i => `${'abc'[i]})`,
  )
  p.section('Fundamento de la opinión')
  p.paragraph(
    'El control AC-02 (retirada de accesos el día de la baja) no operó con eficacia en dos de las diecisiete bajas del periodo. Los accesos no se utilizaron después de la baja, según los registros examinados. La Sociedad ha automatizado la retirada.',
  )
  p.paragraph(
    'Hemos llevado a cabo el encargo conforme a la Norma Internacional de Encargos de Aseguramiento 3000 (Revisada), ISAE 3000. Somos independientes de la Sociedad y aplicamos la Norma Internacional de Gestión de la Calidad 1. La evidencia obtenida es suficiente y adecuada para nuestra opinión con salvedades.',
  )
  p.facts(
    [
      ['Proveedor', `${provider.name}, CIF ${provider.cif}`],
      ['Servicio', request.service],
      ['Alcance', request.concept],
      ['Criterios', 'ISO/IEC 27001:2022, Esquema de evaluación de CCI v3 y Reglamento (UE) 2022/2554'],
      [
        'Controles',
        `${controls.length}: ${count('Conforme')} conformes, ${count('Conforme con observación')} con observación, ${count('Excepción')} con excepción`,
      ],
    ],
    110,
  )

  p.section('1. Responsabilidades')
  p.paragraph(
    'La dirección de la Sociedad es responsable de la descripción y de su afirmación, de la prestación del servicio, de los objetivos de control y del diseño, la implantación y la eficacia de los controles. Nuestra responsabilidad es expresar una opinión sobre la base de nuestros procedimientos. Todo control tiene limitaciones y puede no prevenir o detectar errores; proyectar conclusiones a periodos futuros queda sujeto a que los controles cambien o se deterioren.',
  )
  p.section('2. Descripción del sistema')
  p.paragraph(
    `${provider.name} presta el servicio «${request.service}» a 37 clientes, once de ellos entidades de crédito. Los sistemas y las instalaciones son propios; la vigilancia de los edificios está subcontratada y se excluye de la descripción, salvo los controles con que la Sociedad la supervisa.`,
  )
  p.table(
    [
      { header: 'Componente', width: 130, strong: true },
      { header: 'Descripción', width: 260 },
      { header: 'Magnitud', width: 110, align: 'right' },
    ],
    [
      ['Infraestructura', 'Sistemas que sostienen el servicio', '410'],
      ['Almacenamiento', 'Datos del servicio, con copia cifrada en segundo centro', '1,9 PB'],
      ['Personas', 'Operación 24 × 7, seguridad, redes y atención a clientes', '143'],
      ['Datos', 'De clientes de las entidades, cifrados en reposo y en tránsito', 'Confidencial'],
      ['Subcontratistas', 'Con acceso lógico o físico, evaluados cada año', '6'],
    ],
    9.2,
  )
  p.section('3. Resumen por dominio')
  p.table(
    [
      { header: 'Dominio', width: 200, strong: true },
      { header: 'Controles', width: 70, align: 'right' },
      { header: 'Conformes', width: 75, align: 'right' },
      { header: 'Observación', width: 80, align: 'right' },
      { header: 'Excepción', width: 75, align: 'right' },
    ],
    [
      ...domains.map(domain => [
        domain,
        String(controls.filter(control => control.domain === domain).length),
        String(count('Conforme', domain)),
        String(count('Conforme con observación', domain)),
        String(count('Excepción', domain)),
      ]),
      [
        'Total',
        String(controls.length),
        String(count('Conforme')),
        String(count('Conforme con observación')),
        String(count('Excepción')),
      ],
    ],
    9.2,
  )

  p.page()
  p.section('4. Controles probados y resultado')
  p.paragraph(
    'C, confidencialidad; I, integridad; D, disponibilidad. Se muestran los controles más relevantes; el detalle de todos está en la hoja asociada «controles-evaluados.xlsx».',
    { size: 9.4 },
  )
  const shown = controls.filter((control, i) => control.result !== 'Conforme' || i % 4 === 0)
  p.table(
    [
      { header: 'Control', width: 44, strong: true },
      { header: 'Enunciado', width: 190 },
      { header: 'Dim.', width: 40 },
      { header: 'Prueba', width: 160 },
      { header: 'Resultado', width: 74 },
    ],
    shown.map(control => [control.id, control.control, control.dimension, control.test, control.result]),
    8.2,
  )

  p.section('5. Excepciones, observaciones y respuesta de la dirección')
  p.table(
    [
      { header: 'Control', width: 46, strong: true },
      { header: 'Hallazgo', width: 160 },
      { header: 'Respuesta de la dirección', width: 200 },
      { header: 'Plazo', width: 70 },
    ],
    [
      [
        'AC-02',
        'Dos accesos se retiraron a los 3 y 5 días de la baja.',
        'Retirada automática desde el sistema de nóminas. Revisión diaria de excepciones.',
        'Implantado',
      ],
      [
        'GS-04',
        'Una formación completada 11 días fuera de plazo.',
        'Bloqueo de acceso a los 5 días del vencimiento.',
        'Implantado',
      ],
      [
        'OP-02',
        'Una vulnerabilidad crítica corregida a los 17 días, con riesgo aceptado.',
        'Ventana extraordinaria obligatoria para componentes expuestos.',
        'Tres meses',
      ],
      [
        'SU-01',
        'Una evaluación sin plan de salida del subcontratista.',
        'Nueva plantilla de evaluación, alineada con DORA.',
        'Un mes',
      ],
    ],
    9,
  )
  p.section('6. Controles complementarios de la entidad usuaria')
  p.items([
    'Comunicar las bajas de sus propios usuarios el mismo día.',
    'Aprobar los cambios que afecten a sus sistemas y probarlos antes de su paso a producción.',
    'Custodiar las claves de cifrado que no gestione el proveedor.',
    'Participar al menos una vez al año en las pruebas de continuidad.',
    'Revisar los informes mensuales de acceso a sus equipos.',
  ])
  p.section('7. Uso del informe')
  p.paragraph(
    'Este informe se destina a la Sociedad, a CCI y a las entidades adheridas a su portal, que disponen de conocimiento suficiente para valorarlo junto con otra información, y no debe utilizarse con otro fin ni distribuirse a terceros sin nuestro consentimiento escrito.',
  )
  p.note(
    'No hemos tenido conocimiento de hechos posteriores al periodo que afecten de forma significativa a lo informado.',
    'Hechos posteriores',
  )
  p.signature(`Firmado el ${on.longDay}.`, [
    { name: auditor.partner, role: `Responsable del encargo. ROAC ${auditor.partnerNumber}` },
    { name: 'Anselmo Pardo Quiroga', role: 'Revisor de calidad. ROAC 27903' },
  ])
  return p.save(path)
}

export function ratingOpinion(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Dictamen de calificación',
    author: 'CCI',
    date: '2026-10-27',
    look: cci,
    foot: `CCI · Dictamen ${request.number} · ${demoFoot}`,
  })
  p.masthead('Almotacén', 'Portal de calificación de proveedores de CCI', [
    `Dictamen ${request.number}`,
    `Fecha ${on.day}`,
    `Vigente hasta ${request.expires}`,
  ])
  p.heading('Dictamen de calificación', `${provider.name} · ${request.service}`)
  p.rating([
    ['Confidencialidad', request.confidentiality],
    ['Integridad', request.integrity],
    ['Disponibilidad', request.availability],
  ])
  p.facts([
    ['Proveedor', `${provider.name}, CIF ${provider.cif}`],
    ['Evaluador', `${auditor.name}, ROAC ${auditor.roac}`],
    ['Servicio', `${request.service}. ${request.concept}`],
    ['Informe', `${request.number}, de ${request.reportDay}. ISAE 3000. Periodo ${on.from} a ${on.until}`],
  ])
  p.section('Motivación')
  p.table(
    [
      { header: 'Dimensión', width: 105, strong: true },
      { header: 'Nivel', width: 44, align: 'center', strong: true },
      { header: 'Razones', width: 330 },
    ],
    [
      [
        'Confidencialidad',
        request.confidentiality,
        'Cifrado en reposo y en tránsito, doble factor y grabación de sesiones privilegiadas. Se ha tenido en cuenta la excepción AC-02, ya corregida.',
      ],
      [
        'Integridad',
        request.integrity,
        'Separación entre desarrollo y producción y registros protegidos. Una vulnerabilidad crítica fuera de plazo, con riesgo aceptado.',
      ],
      [
        'Disponibilidad',
        request.availability,
        'Continuidad probada con clientes, y tiempos de recuperación acordados con ellos.',
      ],
    ],
  )
  p.section('Condiciones')
  p.items([
    'El proveedor acreditará en seis meses la retirada automática de accesos.',
    `La calificación caduca el ${request.longExpires}. La renovación se solicita con un informe de un periodo contiguo.`,
    'Un incidente grave puede llevar a revisar la calificación antes de su vencimiento.',
  ])
  p.paragraph(
    'El dictamen ordena la información que las entidades necesitan para su propia decisión. No la sustituye ni recomienda contratar. Escala: D < C < B < A < A+, una por dimensión.',
    { colour: '#504a3e' },
  )
  p.signature(
    `Madrid, ${on.longDay}.`,
    [{ name: 'Marta Olmedo Rivas', role: 'Calificación de proveedores, CCI' }],
    ['CCI', 'CALIFICADO'],
  )
  return p.save(path)
}
