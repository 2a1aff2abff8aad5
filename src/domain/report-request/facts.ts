import { labelsOf } from '#domain/conflict/conflict.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'

/** What an edit of a request can be in conflict about: its concept and its two files, by their names. */
export const requestLabels = labelsOf({ concept: 'Concepto', ...requestFiles })
