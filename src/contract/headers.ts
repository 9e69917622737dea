/** Names of the request headers. */
export const headerNames = {
  source: 'Source',
  clientIP: 'ClientIP',
  serviceType: 'RevServiceType',
  verificationCode: 'VCode',
  authorization: 'Authorization',
  uniformNo: 'UniformNo',
} as const

/** Names of the request headers with which the bank's system signs a call. */
export const signatureHeaders = { timestamp: 'X-Bank-Timestamp', signature: 'X-Bank-Signature' } as const
