import { companySession, useSession } from '../../browser/session/session'
import { tabStore, useStore } from '../../browser/storage/store'

const storedCode = tabStore('WORKING_AGREEMENT')

/** Returns the default agreement of new records: the only one, or the one that the user has selected. */
export const workingAgreement = (): string | null => {
  const codes = agreements()
  return codes.length === 1 ? (codes[0] ?? null) : selectedAgreement()
}

/** Returns the selected one of several agreements; null while the user works with all of them. */
export const selectedAgreement = (): string | null => {
  const codes = agreements()
  const selected = storedCode.get()
  return codes.length > 1 && selected !== null && codes.includes(selected) ? selected : null
}

/** Returns the selected agreement, all agreements, and the function that selects one; the component renders on changes. */
export const useSelectedAgreement = () => {
  useStore(storedCode)
  useSession()
  return { codes: agreements(), selected: selectedAgreement(), select: storedCode.set }
}

const agreements = (): readonly string[] => companySession()?.data.ApplyCodes ?? []
