import type { Answer, Client } from '../client'

/** Sends a bank file as the form does. */
export const uploadBankFile = (
  client: Client,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  name = 'file.txt',
): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('File', new File([new Uint8Array(bytes)], name))
  return client.request('POST', '/BankFile', { form })
}
