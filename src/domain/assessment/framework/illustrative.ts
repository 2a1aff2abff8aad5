import type { Control, Dimension, Level } from '#domain/assessment/assessment.ts'

/** The list of controls that comes with the product: an example of our own, not an official one. */
export const illustrativeFramework = { name: 'Marco ilustrativo', edition: '2026' } as const

type Line = readonly [key: string, of: readonly Dimension[], level: Level, statement: string]

const all: readonly Dimension[] = ['C', 'I', 'D']
const domains: Readonly<Record<string, readonly Line[]>> = {
  Gobierno: [
    ['GO-01', all, 'D', 'Hay una política de seguridad aprobada por la dirección y conocida por el personal.'],
    ['GO-02', all, 'D', 'Alguien con nombre y cargo responde de la seguridad del servicio.'],
    ['GO-03', ['C', 'I'], 'C', 'Se mantiene un inventario de los activos y de la información que trata el servicio.'],
    ['GO-04', all, 'C', 'Los riesgos del servicio se analizan al menos una vez al año.'],
    ['GO-05', ['C', 'I'], 'B', 'El personal recibe formación en seguridad cada año, y se comprueba que la aprovecha.'],
    ['GO-06', all, 'A', 'Un tercero independiente audita la seguridad del servicio cada año.'],
    [
      'GO-07',
      all,
      'A+',
      'La dirección revisa cada trimestre los indicadores de seguridad y deja constancia de lo que decide.',
    ],
  ],
  Accesos: [
    ['AC-01', ['C', 'I'], 'D', 'Cada persona entra con su propia cuenta; no hay cuentas compartidas.'],
    ['AC-02', ['C', 'I'], 'D', 'Los accesos se retiran el día en que alguien deja el puesto.'],
    ['AC-03', ['C', 'I'], 'C', 'Los permisos se conceden por función y los aprueba quien responde de la información.'],
    ['AC-04', ['C', 'I'], 'B', 'Todo acceso remoto y toda cuenta con privilegios exigen un segundo factor.'],
    ['AC-05', ['C', 'I'], 'A', 'Los permisos se revisan cada seis meses y se corrigen los que sobran.'],
    ['AC-06', ['C', 'I'], 'A+', 'Las sesiones con privilegios se graban y se revisan por muestreo.'],
  ],
  Criptografía: [
    ['CR-01', ['C', 'I'], 'D', 'La información viaja cifrada por toda red que no es propia.'],
    ['CR-02', ['C'], 'C', 'La información de los clientes se guarda cifrada, también en las copias.'],
    ['CR-03', ['C', 'I'], 'B', 'Las claves se generan, guardan y renuevan según un procedimiento escrito.'],
    ['CR-04', ['I'], 'B', 'La integridad de los documentos custodiados se comprueba con resúmenes o firmas.'],
    ['CR-05', ['C', 'I'], 'A', 'Las claves maestras están en un módulo criptográfico y las activan dos personas.'],
    [
      'CR-06',
      ['C', 'I'],
      'A+',
      'Hay un plan para sustituir los algoritmos que dejen de ser seguros, y se ha ensayado.',
    ],
  ],
  Continuidad: [
    ['RE-01', ['D'], 'D', 'Se hacen copias de seguridad a diario y se guardan en otro lugar.'],
    ['RE-02', ['I', 'D'], 'C', 'Se prueba al menos una vez al año que las copias se pueden recuperar.'],
    ['RE-03', ['D'], 'C', 'Hay un plan de continuidad con tiempos de recuperación acordados con los clientes.'],
    ['RE-04', ['D'], 'B', 'El plan de continuidad se ensaya cada año y se corrige lo que falla.'],
    ['RE-05', ['D'], 'A', 'El servicio tiene un segundo emplazamiento que lo asume en menos de cuatro horas.'],
    [
      'RE-06',
      ['D'],
      'A+',
      'El segundo emplazamiento asume el servicio sin interrupción, y se demuestra dos veces al año.',
    ],
  ],
  Proveedores: [
    ['PR-01', all, 'D', 'Se sabe qué otras empresas intervienen en el servicio y para qué.'],
    ['PR-02', all, 'C', 'Los contratos con ellas recogen la seguridad que se exige al servicio.'],
    ['PR-03', ['C', 'D'], 'B', 'Su seguridad se evalúa antes de contratarlas y después cada año.'],
    ['PR-04', ['C', 'D'], 'A', 'Hay un plan de salida ensayado para sustituir a las que son imprescindibles.'],
  ],
  Incidentes: [
    ['IN-01', all, 'D', 'Hay un procedimiento para detectar, registrar y resolver incidentes.'],
    [
      'IN-02',
      ['C', 'I'],
      'C',
      'Los programas se mantienen al día: las vulnerabilidades graves se corrigen en 30 días.',
    ],
    ['IN-03', all, 'B', 'Los clientes afectados reciben aviso en un plazo de 24 horas.'],
    ['IN-04', ['C', 'I'], 'B', 'Los registros de actividad se conservan dos años y no se pueden alterar.'],
    ['IN-05', all, 'A', 'Los registros se vigilan a todas horas, todos los días del año.'],
    ['IN-06', all, 'A+', 'Un equipo ajeno ensaya un ataque cada año, y sus hallazgos se cierran en plazo.'],
  ],
}

export const illustrativeControls: readonly Control[] = Object.entries(domains)
  .flatMap(([domain, lines]) => lines.map(line => [domain, line] as const))
  .map(([domain, [key, dimensions, level, statement]], position) => ({
    key,
    domain,
    position,
    statement,
    dimensions,
    level,
  }))

const statements = new Map(illustrativeControls.map(({ key, statement }) => [key, statement]))

/** Whether some controls are those that come with the product, or a part of them. */
export const areIllustrative = (controls: readonly Control[]): boolean =>
  controls.length > 0 && controls.every(({ key, statement }) => statements.get(key) === statement)
