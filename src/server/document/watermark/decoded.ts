import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, type PDFRawStream } from '@cantoo/pdf-lib'

/**
 * The bytes of a stream. Refuses abbreviated filter names, because some readers prefer them and would decode other
 * bytes.
 */
export function decoded(stream: PDFRawStream): Uint8Array {
  if (['F', 'DP'].some(key => stream.dict.has(PDFName.of(key)))) throw new Error('filters under two names')
  return decodePDFRawStream(stream).decode()
}

/** The predictor of a stream; 1 means none. */
export function predictorOf(dict: PDFDict): number {
  const params = dict.lookup(PDFName.of('DecodeParms'))
  const all = params instanceof PDFArray ? params.asArray().map((_, index) => params.lookup(index)) : [params]
  return Math.max(1, ...all.map(each => (each instanceof PDFDict ? (numberIn(each, 'Predictor') ?? 1) : 1)))
}

/** Reverses the PNG predictors (ISO 15948, 9.2), which most programs use in cross-reference streams. */
export function unpredicted(bytes: Uint8Array, dict: PDFDict): Uint8Array {
  const predictor = predictorOf(dict)
  if (predictor === 1) return bytes
  const params = dict.lookup(PDFName.of('DecodeParms'))
  if (predictor < 10 || !(params instanceof PDFDict)) throw new Error('an unusual predictor')
  if ((numberIn(params, 'Colors') ?? 1) !== 1 || (numberIn(params, 'BitsPerComponent') ?? 8) !== 8) {
    throw new Error('an unusual predictor')
  }
  const width = numberIn(params, 'Columns') ?? 1
  if (!(width >= 1)) throw new Error('an unusual predictor')
  const rows = Math.floor(bytes.length / (width + 1))
  const plain = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row++) {
    const filter = bytes[row * (width + 1)]!
    for (let column = 0; column < width; column++) {
      const here = row * width + column
      const left = column > 0 ? plain[here - 1]! : 0
      const up = row > 0 ? plain[here - width]! : 0
      const corner = row > 0 && column > 0 ? plain[here - width - 1]! : 0
      plain[here] = bytes[row * (width + 1) + 1 + column]! + predictedByte(filter, left, up, corner)
    }
  }
  return plain
}

function predictedByte(filter: number, left: number, up: number, corner: number): number {
  if (filter === 4) {
    const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
  const found = [0, left, up, (left + up) >> 1][filter]
  if (found === undefined) throw new Error('an unknown filter')
  return found
}

export function numberIn(dict: PDFDict, key: string): number | undefined {
  return dict.lookupMaybe(PDFName.of(key), PDFNumber)?.asNumber()
}
