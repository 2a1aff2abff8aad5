import type { Catalogue } from '#domain/language/translate.ts'

/** The list of evaluations. */
export const assessmentListTexts: Catalogue = {
  'Objetivo: {0}': 'Target: {0}',
  'Edición {0}': 'Edition {0}',
  Acciones: 'Actions',
  'la evaluación de {0}, {1}': 'the assessment of {0}, {1}',
  'Rellenar {0}': 'Fill in {0}',
  'Abrir {0}': 'Open {0}',
  'Ver {0}': 'View {0}',
  'No alcanza el nivel D': 'Does not reach level D',
  'Responda los controles del marco para las solicitudes que le nombran evaluador.':
    'Answer the controls of the framework for the requests that name you as evaluator.',
  'SUS EVALUACIONES': 'YOUR ASSESSMENTS',
  'No hay ninguna evaluación': 'There are no assessments',
  'Aquí verá las que empiece y las que un proveedor envíe en su hoja.':
    'Here you will see those that you begin and those that a supplier sends in its sheet.',
  evaluación: 'assessment',
  evaluaciones: 'assessments',
  'Ver la evaluación': 'View the assessment',
  'de {0}, {1}': 'of {0}, {1}',
  'Fila {0}{1}: {2}': 'Row {0}{1}: {2}',
  'Qué corregir en la hoja': 'What to correct in the sheet',
  'POR EMPEZAR': 'TO BEGIN',
  'enviada el {0}': 'sent on {0}',
  Evaluar: 'Assess',
}
