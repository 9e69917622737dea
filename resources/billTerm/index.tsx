import { defineScreens } from '../../src/admin'
import { CopyTermButton, CopyTermRowButton } from './CopyTerm'
import { LastTermProposal } from './LastTermProposal'
import { TermProgress } from './TermProgress'

export default defineScreens({ RowActions: CopyTermRowButton, CreateProposals: LastTermProposal, ShowActions: CopyTermButton, ShowSummary: TermProgress })
