# A step that never ends, and has started something that ignores what ends it.
bash -c 'trap "" TERM; sleep 60' &
echo "child $!"
echo "what it said"
wait
