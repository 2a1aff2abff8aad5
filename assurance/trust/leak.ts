/** Internals that no answer may reveal: code, paths, SQL. */
export const LEAK =
  /\bat [\w.<>]+ \(|\.ts:\d+|node_modules|node:internal|\/src\/server|select .+ from |insert into|syntax error at|violates|relation "|ECONN|ENOENT|postgres/i
