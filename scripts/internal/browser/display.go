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

// displayTimeout limits how long Display waits for the number of the screen, which usually takes
// less than a second.
const displayTimeout = 30 * time.Second

// Display starts a virtual screen for a browser that opens windows. It returns the environment
// variables that select the screen, and a function that stops it. The screen is small because
// without a window manager the window under the pointer has the focus, and the pointer is in the
// middle of the screen: that point must be inside every window that a test opens at the corner, even
// one of the size of a phone.
func Display() (env []string, stop func(), err error) {
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		return nil, nil, errors.New("Xvfb is not installed: install it (on Debian: apt-get install xvfb)")
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
	if err := number.SetReadDeadline(time.Now().Add(displayTimeout)); err != nil {
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
