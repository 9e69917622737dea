import { storeChannels } from '../../payments/kinds/store'
import type { ExpectedBankFile } from '../../ports'

/**
 * Reads the bank files that should arrive on each business day, such as `store:01,bank,post`: a layout, and for files of
 * stores their channel.
 * Adds a problem for each entry that is none.
 */
export const readExpectedBankFiles = (
  list: string,
): { readonly files: readonly ExpectedBankFile[]; readonly problems: readonly string[] } => {
  const entries = list.split(',').flatMap((entry) => entry.trim() || [])
  const files: ExpectedBankFile[] = []
  const problems: string[] = []
  for (const entry of entries) {
    const [, layout, channel = null] = /^(\w+)(?::(\w+))?$/.exec(entry) ?? []
    const isStore = layout === 'store' && storeChannels.some((code) => code === channel)
    if (layout === undefined || (channel !== null && !isStore))
      problems.push(
        `EXPECTED_BANK_FILES contains "${entry}", but must be a list of layouts such as bank,post, with the code of the store for files of stores, such as store:01; stores are ${storeChannels.join(', ')}.`,
      )
    else files.push({ layout, channel })
  }
  const repeated = entries.find((entry, index) => entries.indexOf(entry) !== index)
  if (repeated) problems.push(`EXPECTED_BANK_FILES contains "${repeated}" twice.`)
  return { files, problems }
}
