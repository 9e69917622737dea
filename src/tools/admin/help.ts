/** What `npm run admin` can do. */
export const help = `npm run admin -- <command>

  bank-user --uniform-no 04595257 --company-name 示範商業銀行 --user-id bankop01 --name 吳俊傑
            --email ops@bank.example --mobile 0912345678 [--role BankOperator|BankViewer] [--password-stdin]
        Creates the bank as a company, where it is missing, and its first user.
  reset-password --uniform-no 04595257 --user-id bankop01 [--password-stdin]
        Gives a user a new initial password and ends the user's sessions.
  load <folder or file>... [--update]
        Loads customers, agreements, market-items, bank-codes, payer-login-fields, holidays and users from files of these names, .csv or .json.
        What is missing is created; what is there stays, unless --update says that the file is right.
        Sample files: src/tools/admin/sample
  status
        Says which database is used and what is in it.
  jobs
        Lists background work: the latest 50 jobs with state, progress and last error.
  cancel-job <number>
        Asks a job to stop.
  sql <file>
        Runs the statements of a file, all or none, such as those that a start has printed for a changed schema.
  confirm-time
        Says that the clock of this machine is right, when the log says that nothing is deleted because of it.

The database is that of the portal: DATABASE_URL, or the embedded one in DATA_DIR while the portal is stopped.
Initial passwords are random and printed once. To choose one, send it through --password-stdin or ADMIN_INITIAL_PASSWORD.
Every command may be repeated: what was done already is said and left alone.`
