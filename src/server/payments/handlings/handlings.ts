import type { RecordValues } from '../../../schema/language/language'
import type { RecordContext } from '../../record-context'
import { changeLine, type LineVersion } from './change-line'
import { correctingAsBank, type HandlingInput, handling, refusing, releasing, undoing, withdrawing } from './decisions'

/**
 * Handles an exception of the caller's agreements, or stores the handling as a proposal if a second person must release
 * it.
 * Returns the changed line; throws a refusal if the handling is not allowed.
 */
export const handle = (context: RecordContext, line: LineVersion, input: HandlingInput): Promise<RecordValues> =>
  changeLine(context, line, handling(input))

/**
 * Releases the handling that another person proposed, and carries it out.
 * Returns the changed line; throws a refusal if the proposal is no longer possible.
 */
export const release = (context: RecordContext, line: LineVersion): Promise<RecordValues> =>
  changeLine(context, line, releasing)

/**
 * Refuses the handling that another person proposed: the line returns to its state before the proposal.
 * Returns the changed line.
 */
export const refuse = (
  context: RecordContext,
  line: LineVersion,
  { Reason }: Pick<HandlingInput, 'Reason'>,
): Promise<RecordValues> => changeLine(context, line, refusing(Reason))

/**
 * Withdraws the caller's own proposal: the line returns to its state before the proposal.
 * Returns the changed line.
 */
export const withdraw = (context: RecordContext, line: LineVersion): Promise<RecordValues> =>
  changeLine(context, line, withdrawing)

/**
 * Undoes what another person did to a line: its entries are countered, and it returns to its previous state.
 * Returns the changed line.
 */
export const undo = (
  context: RecordContext,
  line: LineVersion,
  { Reason }: Pick<HandlingInput, 'Reason'>,
): Promise<RecordValues> => changeLine(context, line, undoing(Reason))

/** Corrects, for the bank, the account of a line that no agreement owns. Returns the changed line. */
export const correctAsBank = (context: RecordContext, line: LineVersion, input: HandlingInput): Promise<RecordValues> =>
  changeLine(context, line, correctingAsBank(input))
