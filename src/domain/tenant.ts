/** The fields that tie a record to its owner: an agreement of a company, or the company as a whole. The one place where generic code names them. */
export const tenantFields = { agreement: 'ApplyCode', company: 'UniformNo' } as const

export type TenantField = (typeof tenantFields)[keyof typeof tenantFields]
