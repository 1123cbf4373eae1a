package browser

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// displayStarts limits the time that a display takes to report its number, usually a moment.
const displayStarts = 30 * time.Second

// Display starts a virtual screen, for a browser that opens windows, and returns the environment
// that selects it. The pointer is in the middle of the screen, and without a window manager the
// window under it has the focus: the middle of a small screen is inside every window that a test
// opens at the corner, even one as small as a phone's.
func Display() (env []string, stop func(), err error) {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, nil, errors.New("there is no Xvfb here: install it (on Debian: apt-get install xvfb)")
	}
	number, writer, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer number.Close()
	screen := exec.Command(path, "-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
	screen.ExtraFiles = []*os.File{writer}
	err = screen.Start()
	writer.Close()
	if err != nil {
		return nil, nil, err
	}
	stop = func() {
		screen.Process.Kill()
		screen.Wait()
	}
	if err := number.SetReadDeadline(time.Now().Add(displayStarts)); err != nil {
		stop()
		return nil, nil, err
	}
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		stop()
		return nil, nil, fmt.Errorf("Xvfb does not start: %w", err)
	}
	return []string{"DISPLAY=:" + strings.TrimSpace(line), "XAUTHORITY="}, stop, nil
}
