export const upgradeUsage = `almotacen upgrade <almotacen-….tar.gz>
  --link <path>       the link to the release that serves (/opt/almotacen); releases lie beside it
  --settings <file>   the settings of the service (/etc/almotacen/portal.env), for its port
  --units <folder>    the files of systemd that are replaced unless they were changed (/etc/systemd/system)
  --admin <command>   runs a command of the operator (almotacen)
  --stop <command>    stops the service, for another PostgreSQL (systemctl stop almotacen)
  --restart <command> restarts the service, and fails if it does not start (systemctl restart almotacen)
  --wait <seconds>    how long the service may then take until it is ready (600)`
