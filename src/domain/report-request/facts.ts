import { labelsOf } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import { REPORT_DATE } from '#domain/report-request/report-date.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'

/** Labels of the parts of a request for edit conflicts: its concept, the date of its report and its two files. */
export const requestLabels = labelsOf({ concept: msg('Concepto'), reportDate: REPORT_DATE, ...requestFiles })
