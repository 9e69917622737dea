import { companySession, useSession } from '../../browser/session/session'
import { useStore } from '../../browser/storage/store'
import { tabStore } from '../../browser/storage/stored-text'

// The code of the agreement that the user has selected in this tab.
const agreementStore = tabStore('WORKING_AGREEMENT')

/**
 * Returns the code of the agreement to which new records belong by default: the user's only agreement, or the selected
 * one; null if there is neither.
 */
export const workingAgreement = (): string | null => {
  const codes = agreementCodes()
  return codes.length === 1 ? (codes[0] ?? null) : selectedAgreement()
}

/** Returns the code of the user's only agreement; null if there are several, or if the user sees all agreements. */
export const useSingleAgreement = (): string | null => {
  useSession()
  const codes = agreementCodes()
  return codes.length === 1 ? (codes[0] ?? null) : null
}

/** Returns the code of the selected agreement; null if the user works with all agreements or has only one. */
export const selectedAgreement = (): string | null => {
  const codes = agreementCodes()
  const selected = agreementStore.get()
  return codes.length > 1 && selected !== null && codes.includes(selected) ? selected : null
}

/**
 * Returns the selected agreement, the codes of all agreements, and the function that selects an agreement.
 * Renders the component again after a change.
 */
export const useSelectedAgreement = () => {
  useStore(agreementStore)
  useSession()
  return { codes: agreementCodes(), selected: selectedAgreement(), select: agreementStore.set }
}

const agreementCodes = (): readonly string[] => companySession()?.data.ApplyCodes ?? []
