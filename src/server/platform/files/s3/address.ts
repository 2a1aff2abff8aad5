/** A bucket and what its objects are stored with. Endpoint, region and credentials come from the AWS_* variables. */
export type S3Address = {
  bucket: string
  /** Ends with `/`, or is empty. */
  prefix: string
  /** `http://host/bucket/…` instead of `http://bucket.host/…`, as most servers but Amazon's expect. */
  pathStyle: boolean
  /** Server-side encryption; null leaves it to the bucket. */
  encryption: 'AES256' | 'aws:kms' | null
  /** The key of `aws:kms`; null for the account's own. */
  kmsKey: string | null
}

const OPTIONS = ['pathStyle', 'encryption', 'kmsKey']

/** Reads `s3://bucket/prefix?pathStyle=yes&encryption=aws:kms&kmsKey=…`. @returns undefined when it is not valid */
export function s3Address(text: string): S3Address | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return undefined
  const option = (name: string) => url.searchParams.get(name)
  if ([...url.searchParams.keys()].some(name => !OPTIONS.includes(name))) return undefined
  const pathStyle = option('pathStyle') ?? 'no'
  const encryption = option('encryption')
  if (!['yes', 'no'].includes(pathStyle)) return undefined
  if (encryption !== null && encryption !== 'AES256' && encryption !== 'aws:kms') return undefined
  const kmsKey = option('kmsKey')
  if (kmsKey !== null && encryption !== 'aws:kms') return undefined
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return { bucket: url.hostname, prefix: path && `${path}/`, pathStyle: pathStyle === 'yes', encryption, kmsKey }
}

/** The address without its options, for messages. */
export const bucketText = ({ bucket, prefix }: S3Address): string => `s3://${bucket}/${prefix}`
