export type Control = {
  id: string
  domain: string
  control: string
  dimension: 'C' | 'I' | 'D' | 'C, I' | 'C, D' | 'I, D' | 'C, I, D'
  test: string
  result: 'Conforme' | 'Conforme con observación' | 'Excepción'
  remark: string
}

const ok = 'Conforme'
const row = (
  id: string,
  domain: string,
  control: string,
  dimension: Control['dimension'],
  test: string,
  result: Control['result'] = ok,
  remark = '',
): Control => ({ id, domain, control, dimension, test, result, remark })

const government = 'Gobierno de la seguridad'
const access = 'Control de acceso'
const physical = 'Seguridad física'
const operation = 'Operación'
const change = 'Gestión de cambios'
const network = 'Comunicaciones'
const continuity = 'Continuidad'
const suppliers = 'Subcontratistas'
const incidents = 'Incidentes'

/** The controls that the demo report and its spreadsheet both show. */
export const controls: Control[] = [
  row(
    'GS-01',
    government,
    'La política de seguridad está aprobada por la dirección y se revisa cada año.',
    'C, I, D',
    'Inspección del acta anual del comité.',
  ),
  row(
    'GS-02',
    government,
    'Los riesgos se evalúan cada año y cada plan de tratamiento tiene responsable y fecha.',
    'C, I, D',
    'Inspección del registro de riesgos; muestra de 12 de 48.',
  ),
  row(
    'GS-03',
    government,
    'Las funciones de seguridad están separadas de las de explotación.',
    'C, I',
    'Inspección del organigrama y entrevistas.',
  ),
  row(
    'GS-04',
    government,
    'Todo el personal recibe formación anual en seguridad y firma el compromiso de confidencialidad.',
    'C',
    'Muestra de 25 empleados de 143.',
    'Conforme con observación',
    'Un empleado la completó 11 días fuera de plazo.',
  ),
  row(
    'AC-01',
    access,
    'Las altas de usuario se aprueban por el responsable del servicio antes de concederse.',
    'C, I',
    'Muestra de 25 altas de 96.',
  ),
  row(
    'AC-02',
    access,
    'Los accesos se retiran el mismo día de la baja del empleado.',
    'C',
    'Comparación de las 17 bajas con el directorio.',
    'Excepción',
    'Dos accesos se retiraron a los 3 y 5 días.',
  ),
  row(
    'AC-03',
    access,
    'Los accesos privilegiados usan doble factor y quedan grabados.',
    'C, I',
    'Observación y muestra de 20 sesiones.',
  ),
  row(
    'AC-04',
    access,
    'Los permisos se recertifican cada semestre.',
    'C, I',
    'Inspección de las dos recertificaciones del periodo.',
  ),
  row(
    'AC-05',
    access,
    'Las contraseñas cumplen la política y se guardan con función de derivación.',
    'C',
    'Inspección de la configuración de 8 sistemas.',
  ),
  row(
    'SF-01',
    physical,
    'La entrada a las salas técnicas exige tarjeta y PIN, y queda registrada.',
    'C, D',
    'Observación en los dos centros; muestra de 30 accesos.',
  ),
  row(
    'SF-02',
    physical,
    'Las visitas se autorizan, se identifican y van acompañadas.',
    'C',
    'Muestra de 20 visitas de 312.',
  ),
  row(
    'SF-03',
    physical,
    'La detección y extinción de incendios se revisa cada trimestre.',
    'D',
    'Inspección de los cuatro partes de mantenimiento.',
  ),
  row(
    'SF-04',
    physical,
    'Los grupos electrógenos se prueban con carga cada mes.',
    'D',
    'Inspección de los doce partes.',
  ),
  row(
    'OP-01',
    operation,
    'Los sistemas se configuran según guías de bastionado y se comprueban cada mes.',
    'C, I',
    'Repetición de la comprobación en 15 servidores de 410.',
  ),
  row(
    'OP-02',
    operation,
    'Las vulnerabilidades críticas se corrigen en 15 días.',
    'C, I, D',
    'Muestra de 30 de 118 vulnerabilidades críticas.',
    'Conforme con observación',
    'Una se corrigió a los 17 días con riesgo aceptado.',
  ),
  row(
    'OP-03',
    operation,
    'Las copias de seguridad son diarias, cifradas y se guardan en otro centro.',
    'C, I, D',
    'Muestra de 25 días; inspección del cifrado.',
  ),
  row(
    'OP-04',
    operation,
    'La restauración de copias se prueba cada trimestre.',
    'I, D',
    'Inspección de las cuatro pruebas.',
  ),
  row(
    'OP-05',
    operation,
    'Los registros se centralizan, se protegen de cambios y se conservan 24 meses.',
    'I',
    'Inspección del sistema de registro y de sus permisos.',
  ),
  row('OP-06', operation, 'Los soportes retirados se destruyen con certificado.', 'C', 'Muestra de 10 soportes de 64.'),
  row(
    'CA-01',
    change,
    'Los cambios se prueban fuera de producción y los aprueba el comité.',
    'I, D',
    'Muestra de 25 cambios de 486.',
  ),
  row(
    'CA-02',
    change,
    'Quien desarrolla un cambio no puede ponerlo en producción.',
    'I',
    'Inspección de permisos del sistema de despliegue.',
  ),
  row(
    'CA-03',
    change,
    'Los cambios urgentes se documentan y se aprueban en dos días hábiles.',
    'I, D',
    'Los 9 cambios urgentes del periodo.',
  ),
  row(
    'CO-01',
    network,
    'Las redes de cada cliente están separadas.',
    'C',
    'Inspección de reglas y prueba de alcance entre redes.',
  ),
  row(
    'CO-02',
    network,
    'Las conexiones externas van cifradas con TLS 1.2 o superior.',
    'C, I',
    'Exploración de 64 puntos de entrada.',
  ),
  row(
    'CO-03',
    network,
    'Las reglas de cortafuegos se revisan cada semestre.',
    'C, I',
    'Inspección de las dos revisiones.',
  ),
  row(
    'CN-01',
    continuity,
    'El plan de continuidad se prueba cada año con cambio de centro.',
    'D',
    'Inspección de la prueba anual: recuperación en 2 h 40 min.',
  ),
  row(
    'CN-02',
    continuity,
    'Los servicios críticos están replicados en un segundo centro a más de 40 km.',
    'D',
    'Observación y revisión de la réplica.',
  ),
  row(
    'CN-03',
    continuity,
    'Los tiempos objetivo de recuperación están acordados con cada cliente.',
    'D',
    'Muestra de 12 contratos de 37.',
  ),
  row(
    'SU-01',
    suppliers,
    'Los subcontratistas se evalúan antes de contratar y cada año.',
    'C, I, D',
    'Inspección de las evaluaciones de los 6 subcontratistas.',
    'Conforme con observación',
    'Una evaluación no recogía el plan de salida.',
  ),
  row(
    'SU-02',
    suppliers,
    'Los contratos incluyen confidencialidad, auditoría y protección de datos.',
    'C',
    'Inspección de los 6 contratos.',
  ),
  row(
    'IN-01',
    incidents,
    'Los incidentes graves se comunican al cliente en 4 horas.',
    'C, I, D',
    'Los 2 incidentes graves del periodo.',
  ),
  row(
    'IN-02',
    incidents,
    'Cada incidente grave termina en un análisis de causa y en medidas con seguimiento.',
    'I, D',
    'Inspección de los dos análisis.',
  ),
]
