import { labelsOf } from '#domain/conflict/conflict.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'

/** Labels of the parts of a request for edit conflicts: its concept and its two files. */
export const requestLabels = labelsOf({ concept: 'Concepto', ...requestFiles })
