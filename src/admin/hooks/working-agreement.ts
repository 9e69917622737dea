import { companySession, useSession } from '../../browser/session/session'
import { tabStore, useStore } from '../../browser/storage/store'

// The code of the agreement that the user has selected in this tab.
const agreementStore = tabStore('WORKING_AGREEMENT')

/** Returns the code of the default agreement of new records: the user's only agreement or the selected one; null if there is neither. */
export const workingAgreement = (): string | null => {
  const codes = agreements()
  return codes.length === 1 ? (codes[0] ?? null) : selectedAgreement()
}

/** Returns the code of the selected agreement; null while the user works with all agreements, or has only one. */
export const selectedAgreement = (): string | null => {
  const codes = agreements()
  const selected = agreementStore.get()
  return codes.length > 1 && selected !== null && codes.includes(selected) ? selected : null
}

/** Returns the selected agreement, all agreements, and the function that selects one; rerenders the component on changes. */
export const useSelectedAgreement = () => {
  useStore(agreementStore)
  useSession()
  return { codes: agreements(), selected: selectedAgreement(), select: agreementStore.set }
}

const agreements = (): readonly string[] => companySession()?.data.ApplyCodes ?? []
