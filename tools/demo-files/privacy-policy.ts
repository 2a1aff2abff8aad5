import type { Slot } from '#server/demo/template.ts'
import { type Look, paper } from './paper.ts'

const look: Look = { body: 'sans', strong: 'bold', title: 'display', accent: '#0b4f3c', size: 9.6 }

/**
 * The policy that a user accepts at the first sign-in (AUTH-11, AUTH-12): that of the demo's CCI. In production the
 * portal shows its operator's own (`PRIVACY_POLICY`).
 */
export function privacyPolicy(path: string): Promise<Slot[]> {
  const p = paper({
    title: 'Política de privacidad y Condiciones y Compromiso de uso',
    author: 'CCI',
    date: '2026-11-02',
    look,
    complete: true,
    foot: 'Almotacén, portal de CCI. Política de privacidad y condiciones de uso. Demostración, versión 1, noviembre de 2026.',
  })
  p.masthead('Almotacén', 'Portal de calificación de proveedores de CCI', ['Versión 1', 'Noviembre de 2026'])
  p.heading('Política de privacidad y Condiciones y Compromiso de uso')
  p.note(
    'CCI, sus datos y sus direcciones son ficticios. En producción, el portal muestra en su lugar la política de quien lo opera, revisada por su delegado de protección de datos, y no arranca sin ella.',
    'Texto de demostración',
  )

  p.section('I. Política de privacidad')
  p.section('1. Quién trata sus datos', 'H3')
  p.facts(
    [
      [
        'Responsable',
        'CCI, Centro de Cooperación Interbancaria de Demostración, A.I.E., NIF V00000000, calle del Contraste, 1, 28014 Madrid',
      ],
      ['Contacto', 'privacidad@almotacen.example · +34 910 000 000'],
      ['Delegado de protección de datos', 'delegado@almotacen.example'],
    ],
    160,
  )
  p.section('2. Qué datos y de dónde proceden', 'H3')
  p.items([
    'Identificación y contacto profesional: nombre, apellidos, cargo, teléfono y correo electrónico. Los facilita usted, su organización o quien le invita.',
    'Los que contengan los documentos que su organización aporta: escrituras, certificados, pólizas, informes.',
    'De uso: inicios y fin de sesión, documentos descargados, cambios realizados, dirección IP y un identificador del dispositivo.',
  ])
  p.paragraph(
    'No se piden categorías especiales de datos. No los incluya en los documentos que suba; si son inevitables, suprímalos o táchelos.',
  )
  p.section('3. Para qué, con qué base y cuánto tiempo', 'H3')
  p.table(
    [
      { header: 'Finalidad', width: 170, strong: true },
      { header: 'Base jurídica (RGPD)', width: 160 },
      { header: 'Conservación', width: 160 },
    ],
    [
      [
        'Gestionar invitaciones, cuentas y accesos',
        'Art. 6.1.b y 6.1.f: relación con la organización a la que usted pertenece (art. 19 LOPDGDD)',
        'Mientras la cuenta esté activa',
      ],
      [
        'Verificar documentación y calificar proveedores',
        'Art. 6.1.f: interés legítimo de las entidades en evaluar a sus proveedores; art. 6.1.c donde la norma lo exija',
        'Mientras dure la participación',
      ],
      ['Tramitar incidencias y avisos', 'Art. 6.1.b y 6.1.f', 'Mientras dure la participación'],
      [
        'Seguridad, registro de actividad y estadísticas de acceso',
        'Art. 6.1.c y 6.1.f: seguridad de la información (art. 32 RGPD)',
        '24 meses; el registro de cambios, lo que dure el expediente',
      ],
    ],
    8.2,
  )
  p.paragraph(
    'Al darse de baja una organización, sus datos y documentos dejan de verse de inmediato y quedan bloqueados (art. 32 LOPDGDD), a disposición solo de jueces, tribunales y administraciones competentes. Transcurridos tres años se destruyen. El registro de lo actuado se conserva sin más datos personales que los imprescindibles.',
  )
  p.section('4. Quién los recibe', 'H3')
  p.items([
    'CCI, que verifica, califica y administra el portal.',
    'Las entidades adheridas: datos de la organización, documentos aceptados, calificaciones y dictámenes. No ven borradores ni documentos rechazados.',
    'El evaluador elegido por el proveedor: las solicitudes y los informes que le conciernen.',
    'Encargados del tratamiento con contrato (art. 28 RGPD): Alojamientos del Contraste, S.L. (servidores) y Correo del Contraste, S.L. (envío de avisos).',
    'Autoridades, cuando una ley lo imponga.',
  ])
  p.paragraph(
    'Los datos se alojan en la Unión Europea. No hay transferencias a terceros países ni decisiones automatizadas con efectos sobre personas: toda verificación y toda calificación las decide una persona.',
  )
  p.section('5. Sus derechos', 'H3')
  p.paragraph(
    'Puede pedir el acceso, la rectificación, la supresión, la limitación y la portabilidad de sus datos, y oponerse a su tratamiento, escribiendo a privacidad@almotacen.example y acreditando su identidad. Se responde en un mes. Si no queda conforme, puede reclamar ante la Agencia Española de Protección de Datos (www.aepd.es).',
  )
  p.section('6. Almacenamiento en su navegador', 'H3')
  p.paragraph(
    'El portal guarda en su navegador solo lo necesario para funcionar: los datos de la sesión, que se borran al cerrarla o al cerrar la pestaña, y una cookie propia que reconoce el dispositivo para proteger su cuenta frente a intentos de acceso ajenos. No hay publicidad, medición de terceros ni perfiles, y por eso no se pide consentimiento (art. 22.2 LSSI).',
  )
  p.section('7. Seguridad', 'H3')
  p.paragraph(
    'Las contraseñas se guardan de forma que nadie puede leerlas; las comunicaciones van cifradas; cada acceso a un documento y cada cambio quedan anotados en un registro que delata cualquier alteración. Si una brecha de seguridad entrañara un alto riesgo para usted, se le comunicará sin dilación (art. 34 RGPD).',
  )

  p.section('II. Condiciones y Compromiso de uso')
  const terms: [string, string][] = [
    [
      '1. Objeto',
      'El portal sirve para que CCI califique a proveedores y evaluadores y para que las entidades adheridas consulten el resultado. Su uso es profesional y exige invitación.',
    ],
    [
      '2. Cuenta personal',
      'Cada cuenta es de una sola persona. No comparta la contraseña; cámbiela si sospecha que otro la conoce y avise a CCI sin demora. El usuario principal responde de pedir la baja de quien deje su organización.',
    ],
    [
      '3. Veracidad',
      'Quien sube un documento o un dato asegura que es auténtico, vigente y completo, y que puede aportarlo. Debe sustituirlo cuando cambie o caduque.',
    ],
    [
      '4. Confidencialidad',
      'Lo que se ve en el portal es confidencial. Se usa solo para evaluar y gestionar la relación con el proveedor, no se entrega a terceros y no se publica. El deber continúa tras la baja.',
    ],
    [
      '5. Usos prohibidos',
      'Acceder a información ajena, eludir controles, extraer datos de forma masiva o automatizada, subir programas dañinos o perjudicar el servicio.',
    ],
    [
      '6. Registro',
      'El usuario sabe que sus accesos, descargas y cambios quedan registrados y que pueden revisarse para proteger la información de todos.',
    ],
    [
      '7. Alcance de la calificación',
      'La calificación y el dictamen recogen una opinión fundada en los documentos y en el informe del evaluador, a su fecha. No son garantía ni recomendación, y no sustituyen la diligencia debida de cada entidad.',
    ],
    [
      '8. Disponibilidad',
      'CCI procura que el portal esté disponible y avisa de las interrupciones previstas. No responde de los daños que deriven de caso fortuito, fuerza mayor o mal uso.',
    ],
    [
      '9. Suspensión y baja',
      'CCI puede suspender la cuenta que incumpla estas condiciones. Cualquier organización puede pedir su baja.',
    ],
    [
      '10. Cambios, ley y fuero',
      'Los cambios importantes se comunican en el portal y se aceptan de nuevo. Rige la ley española; son competentes los juzgados y tribunales de Madrid, salvo norma imperativa.',
    ],
  ]
  for (const [title, text] of terms) {
    p.section(title, 'H3')
    p.paragraph(text)
  }
  p.note(
    'Al marcar la casilla del portal, usted declara que ha leído esta política y acepta las Condiciones y Compromiso de uso. Queda constancia de la fecha y de la versión aceptada.',
    'Aceptación',
  )
  return p.save(path)
}
